"""What the client at the other end can do, asked once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from lsprotocol import types
from pygls.capabilities import get_capability

from prelower.text.lines import Encoding

PULL = "text_document.diagnostic"


class Client(NamedTuple):
    """The answers that features depend on.

    A client `pulls` diagnostics if it can be asked to pull again: what a look-up finds, or another
    file changes, would else stay unseen until the next edit, and pushing serves it better.
    """

    encoding: Encoding = "utf-16"
    pulls: bool = False
    progress: bool = False
    related: bool = False
    tags: tuple[int, ...] = ()
    document_changes: bool = False
    action_literals: bool = False
    preferred: bool = False
    markdown: bool = False
    completion_markdown: bool = False
    asks_settings: bool = False
    registers_settings: bool = False
    watches_files: bool = False


def client_of(capabilities: types.ClientCapabilities, encoding: Encoding) -> Client:
    """What a client with these capabilities can do."""

    def has(name: str) -> Any:
        return get_capability(capabilities, name, None)

    tags = has("text_document.publish_diagnostics.tag_support.value_set") or has(f"{PULL}.tag_support.value_set") or ()
    related = has("text_document.publish_diagnostics.related_information") or has(f"{PULL}.related_information")
    formats = has("text_document.hover.content_format") or ()
    completion_formats = has("text_document.completion.completion_item.documentation_format") or ()
    return Client(
        encoding=encoding,
        pulls=has(PULL) is not None and bool(has("workspace.diagnostics.refresh_support")),
        progress=bool(has("window.work_done_progress")),
        related=bool(related),
        tags=tuple(int(getattr(tag, "value", tag)) for tag in tags),
        document_changes=bool(has("workspace.workspace_edit.document_changes")),
        action_literals=has("text_document.code_action.code_action_literal_support") is not None,
        preferred=bool(has("text_document.code_action.is_preferred_support")),
        markdown=_markdown(formats),
        completion_markdown=_markdown(completion_formats),
        asks_settings=bool(has("workspace.configuration")),
        registers_settings=bool(has("workspace.did_change_configuration.dynamic_registration")),
        watches_files=bool(has("workspace.did_change_watched_files.dynamic_registration")),
    )


def _markdown(formats: Iterable[Any]) -> bool:
    return "markdown" in [getattr(name, "value", name) for name in formats]
