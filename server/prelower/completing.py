"""What may be written at a position in a watched call: keywords, flags, words and members of enumerations."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from prelower.jaxview.documented import Described
from prelower.jaxview.jax import Jax
from prelower.rules.base import Calls, Rule, Words
from prelower.rules.unknown_keyword import parameters_of
from prelower.syntax.enclosing import NAMES, Enclosing
from prelower.text.lines import Lines
from prelower.text.source import Source
from prelower.text.span import Span
from prelower.values.model import MADE, Argument, Call, Outcome, Place, Possible, Unknown

KEYWORD, TEXT, MEMBER = "keyword", "text", "member"
_GENERAL = "unknown-keyword"
"""The rule that looks at every argument and so tells nothing of any."""
_PARTIAL = ("partial", "functools.partial")


class Completion(NamedTuple):
    """Something to write in the place of `span`; `detail` and `documentation` (Markdown) explain it."""

    label: str
    kind: str
    insert: str
    span: Span
    detail: str = ""
    documentation: str = ""


class Site(NamedTuple):
    """A half-typed argument whose call was found to be one of something watched."""

    source: Source
    here: Enclosing
    call: Call
    given: frozenset[str]
    rules: tuple[Rule, ...]
    jax: Jax


def site(
    source: Source, here: Enclosing, rules: tuple[Rule, ...], jax: Jax, run: Callable[[str], Outcome]
) -> Site | None:
    """What is called around a position, by running the text with the call closed; None where it is nothing watched."""
    text, start = source.text, here.callee[0]
    for mended, callee in _mended(text, here):
        outcome = run(mended)
        span = Lines(mended).span(start, start + len(callee))
        calls = [call for call in outcome.calls if call.site.path == source.path and _called(call, span, jax)]
        if calls and len({call.target for call in calls}) == 1:
            given = here.given.union(*(call.arguments for call in calls))
            return Site(source, here, calls[0], given, rules, jax)
    return None


def _called(call: Call, span: Span, jax: Jax) -> bool:
    """Whether a call is that of the expression at a span; a copy with other fields has a site only."""
    watched = jax.watched(call.callee)
    if watched is None or watched.target != call.target:
        return False  # the use of a name, or a call of what a watched call gave
    return call.callee_span == span or (call.base is not None and call.site.span[:2] == span[:2])


def _mended(text: str, here: Enclosing) -> Iterator[tuple[str, str]]:
    """Texts to run, with what is called in them: the call closed, with the arguments before and without any."""
    callee = text[slice(*here.callee)]
    if callee in _PARTIAL:
        function, comma, _ = text[here.opened + 1 : here.argument].partition(",")
        if comma and function.strip().replace(".", "").isidentifier():
            rest = here.mended[here.opened + 1 + len(function) + 1 :]
            yield f"{here.mended[: here.callee[0]]}{function.strip()}({rest}", function.strip()
        return
    yield here.mended, callee
    if text[here.opened + 1 : here.argument].strip():
        yield here.mended[: here.opened + 1] + here.mended[here.argument :], callee


def assigned(text: str, here: Enclosing) -> bool:
    """Whether the file assigns the first name of what is called."""
    name = NAMES.match(text, here.callee[0])
    return name is not None and re.search(rf"\b{name[0]}\s*(?::[^=\n]*)?=(?!=)", text) is not None


def completions(found: Site) -> tuple[Completion, ...]:
    """What may be written there."""
    here = found.here
    if here.keyword is None:
        return tuple(_keywords(found))
    return tuple(_values(found, here.keyword))


def _keywords(found: Site) -> Iterator[Completion]:
    """The parameters that are not given yet."""
    source, here = found.source, found.here
    described = found.jax.described(found.call.callee)
    behind = source.text[here.typed[1] :].lstrip(" \t")
    sign = "" if behind.startswith("=") and not behind.startswith("==") else "="
    span = source.lines.span(*here.typed)
    for name in parameters_of(found.call, found.jax) or ():
        if name not in found.given:
            about = described.get(name, Described())
            yield Completion(name, KEYWORD, name + sign, span, _detail(name, about), _documentation(found, name, about))


def _detail(name: str, about: Described) -> str:
    kind = f": {about.kind}" if about.kind else ""
    return f"{name}{kind}{f' = {about.default}' if about.default else ''}"


def _documentation(found: Site, name: str, about: Described) -> str:
    """JAX's own paragraph on a parameter, and what the rules know that JAX accepts."""
    place = Place(found.source.path, Span(0, 0, 0, 0), MADE)
    call = found.call._replace(arguments={name: Argument((Possible(Unknown("not written yet")),), place)})
    rules = [
        rule
        for rule in found.rules
        if found.call.target in rule.targets
        and rule.name != _GENERAL
        and any(subject.label == name for subject in rule.subjects(call, Calls((call,))))
    ]
    accepted = [f"JAX accepts {rule.accepts} (`{rule.name}`)." for rule in rules]
    return "\n\n".join([*filter(None, [about.text]), *accepted])


def _values(found: Site, keyword: str) -> Iterator[Completion]:
    """The words of the rules and of the installed JAX's annotations for a parameter."""
    here, target = found.here, found.call.target
    for rule in found.rules:
        words = rule.words.get(f"{target}.{keyword}") if target in rule.targets else None
        if words is not None and _fits(words, here.display):
            yield from _words(found, words, rule)
    about = found.jax.described(found.call.callee).get(keyword)
    if about is not None and not here.display:
        yield from _words(found, Words(about.literals, about.members), None)


def _fits(words: Words, display: str) -> bool:
    return display in {"(": ("(", "["), "{": ("{",), "": ("",)}[words.inside]


def _words(found: Site, words: Words, rule: Rule | None) -> Iterator[Completion]:
    source, here = found.source, found.here
    span, typed = source.lines.span(*here.typed), source.text[slice(*here.typed)]
    text = f"JAX accepts {rule.accepts} (`{rule.name}`)." if rule else ""
    if "." not in typed:
        shut = here.quote and not source.text.startswith(here.quote, here.typed[1])
        for word in words.texts:
            if _has(found, word, words):
                insert = f'"{word}"' if here.quote is None else f"{word}{here.quote if shut else ''}"
                yield Completion(word if here.quote else insert, TEXT, insert, span, here.keyword or "", text)
    for value in words.values if here.quote is None and "." not in typed else ():
        yield Completion(value, MEMBER, value, span, here.keyword or "", text)
    for name in words.names if here.quote is None else ():
        module = _module(found, name)
        if module is not None:
            yield Completion(f"{module}.{name}", MEMBER, f"{module}.{name}", span, here.keyword or "", text)


def _has(found: Site, word: str, words: Words) -> bool:
    """Whether a word is one of the release at hand: where it has a constant, that must be there."""
    if word.upper() not in words.names or "_" not in word:
        return True
    return found.jax.exists(f"{found.call.callee.rpartition('.')[0]}.{word.upper()}") is not False


def _module(found: Site, name: str) -> str | None:
    """How the file calls the callee's module, where the module has such a name."""
    module, _, last = found.call.callee.rpartition(".")
    written, dot, end = found.source.text[slice(*found.here.callee)].rpartition(".")
    if not dot or end != last or not written.replace(".", "").isidentifier():
        return None
    return written if found.jax.exists(f"{module}.{name.partition('.')[0]}") else None
