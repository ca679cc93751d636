"""What users of such servers hate or ask for: each of the thirty points has tests that hold it, and they exist."""

from __future__ import annotations

import pathlib
import re

import pytest

TESTS = pathlib.Path(__file__).resolve().parents[1]
CLIENT = TESTS.parent / "vscode-client" / "test"
WISHES = {
    1: ("diagnostics pushed and pulled", "lsp/test_conformance_diagnostics.py:test_what_is_offered",
        "editors/test_neovim.py:test_seen_explained_fixed_written_and_lowered"),
    2: ("stale marks until a restart", "lsp/test_staleness.py:test_nothing_is_stale_at_rest",
        "lsp/test_conformance_diagnostics.py:test_closing_clears_and_opening_again_shows",
        "lsp/test_conformance_diagnostics.py:test_half_typed_text_and_back"),
    3: ("all files pulled again and again", "lsp/test_everywhere.py:test_nobody_is_told_of_all_files_unasked",
        "lsp/test_everywhere.py:test_all_files_are_pulled_where_that_is_wanted"),
    4: ("no resultId", "lsp/test_conformance_diagnostics.py:test_an_answer_is_unchanged_until_something_changes"),
    5: ("the wrong interpreter of several folders",
        "lsp/test_settings.py:test_each_folder_has_its_own_settings_and_engine",
        "lsp/test_settings.py:test_an_interpreter_is_looked_for_in_the_folder"),
    6: ("an environment not seen in terminal editors",
        "jaxview/test_environment.py:test_in_the_server_the_opened_folder_comes_first"),
    7: ("the user's pygls breaks the server",
        "editors/test_bundle.py:test_it_serves_where_the_user_has_other_packages"),
    8: ("a crash with nothing to read", "lsp/test_life.py:test_a_crash_is_logged_in_one_line_and_survived",
        "extension.test.mjs:log"),
    9: ("an older VS Code", "parts.test.mjs:VS Code"),
    10: ("a Python that is too old", "editors/test_bundle.py:test_a_python_that_is_too_old_is_told_so"),
    11: ("columns in UTF-16", "lsp/test_conformance_diagnostics.py:test_positions_are_the_client_s",
         "lsp/test_random_edits.py:test_two_hundred_random_edits"),
    12: ("two documents of one", "lsp/test_conformance_documents.py:test_one_document_however_its_address_is_written"),
    13: ("fixes on save that take things away", "lsp/test_conformance_actions.py:test_fixing_all_takes_nothing_away"),
    14: ("fixing all does not fix all", "lsp/test_conformance_actions.py:test_all_safe_fixes_at_once"),
    15: ("which configuration wins", "lsp/test_project.py:test_the_file_wins_over_the_editor",
         "cli/test_config.py:test_the_nearest_file_that_speaks_of_prelower_holds"),
    16: ("configuration that needs a restart", "lsp/test_project.py:test_a_watched_file_is_read_again",
         "lsp/test_project.py:test_a_client_that_watches_nothing_sees_it_with_the_next_file"),
    17: ("excluded files that are named", "cli/test_config.py:test_check_heeds_it"),
    18: ("comments in calls of several lines", "lsp/test_conformance_actions.py:test_it_goes_where_it_works",
         "syntax/test_suppress.py:"),
    19: ("documentation far from the error",
         "lsp/test_conformance_actions.py:test_hover_explains_a_value_its_keyword_and_its_call",
         "lsp/test_conformance_diagnostics.py:test_a_finding_with_all_that_belongs_to_it"),
    20: ("no baseline", "cli/test_baseline.py:test_what_is_written_is_not_reported",
         "cli/test_baseline.py:test_what_is_gone_is_told_and_taken_out",
         "lsp/test_project.py:test_what_was_found_before_is_not_shown"),
    21: ("notebooks", "lsp/test_conformance_notebooks.py:test_cells_see_each_other",
         "lsp/test_conformance_notebooks.py:test_fixes_in_cells"),
    22: ("code run from a folder", "safety/test_traps.py:test_the_language_server",
         "editors/test_vscode.py:test_in_restricted_mode_nothing_of_the_folder_is_run"),
    23: ("all files as a default", "lsp/test_everywhere.py:test_nobody_is_told_of_all_files_unasked"),
    24: ("look-ups that never return", "lookup/test_client.py:test_a_slow_job_is_killed_and_the_next_one_answered",
         "lsp/test_tiers.py:test_look_ups_do_not_hold_up_typing_hover_or_the_end"),
    25: ("noise", "corpus/test_corpora.py:test_no_false_alarm"),
    26: ("JAX's errors as reported", "corpus/test_reports.py:test_a_reported_mistake_is_found_where_it_is"),
    27: ("a bulb on every line", "lsp/test_conformance_actions.py:test_kinds_and_ranges_are_respected",
         "lsp/test_conformance_actions.py:test_all_safe_fixes_at_once"),
    28: ("no bulb in the Problems view",
         "lsp/test_conformance_actions.py:test_a_fix_says_whether_it_is_safe_and_is_preferred"),
    29: ("SARIF that is refused", "cli/test_output.py:test_sarif",
         "cli/test_output.py:test_sarif_addresses_outside_the_folder_are_absolute"),
    30: ("servers that nobody ends", "lsp/test_life.py:test_the_end_of_the_input_ends_the_process_even_in_a_look_up",
         "lsp/test_life.py:test_the_death_of_the_editor_is_noticed"),
}  # fmt: skip


def test_every_point_is_held():
    assert sorted(WISHES) == list(range(1, 31))


@pytest.mark.parametrize("number", WISHES)
def test_the_tests_are_there(number: int):
    for place in WISHES[number][1:]:
        path, _, name = place.partition(":")
        file = (CLIENT if path.endswith(".mjs") else TESTS) / path
        text = file.read_text("utf-8")
        assert re.search(rf"def {name}\b" if name.startswith("test_") else re.escape(name), text), place
