"""What is known of a JAX: names, signatures and messages, from its source or from the facts."""

from __future__ import annotations

import json
import os
import subprocess
import time

import pytest

from prelower.jaxview.environment import Environment, find
from prelower.jaxview.facts import facts
from prelower.jaxview.jax import Jax, view
from prelower.jaxview.watched import TARGETS

TPU = "jax.experimental.pallas.tpu"
NOTHING = Environment((), "none")
TEMPLATES = {
    "vmem_limit_bytes.type": "vmem_limit_bytes must be an int: provided with a {type(vmem_limit_bytes)}.",
    "flags.value": "invalid flag value: {value}",
    "backend_config": "custom_call backend_config unexpected type: {backend_config}",
}


@pytest.fixture(scope="module")
def real(oracle_prefix):
    """A real installed JAX."""
    return view(find(os.sep, oracle_prefix, {}, server=False), os.sep)


class TestReal:
    """With a real JAX."""

    def test_it_is_the_installed_one(self, real, oracle_prefix):
        assert real.how == "installed"
        assert real.place.startswith(oracle_prefix)
        assert real.at_least("0.4.30") is True
        assert real.at_least("99") is False

    def test_messages_are_as_its_source_words_them(self, real):
        assert {guard: real.template(guard) for guard in TEMPLATES} == TEMPLATES
        assert "messages" not in real.facts_read

    def test_parameters_are_as_its_source_writes_them(self, real):
        params = real.watched(f"{TPU}.CompilerParams")
        assert params.parameters[:4] == facts().parameters["tpu.CompilerParams"][-1].signature.parameters[:4]
        assert {"flags", "has_side_effects"} <= set(params.parameters)
        assert (params.result, params.keyword_only) == ("record", frozenset())
        call = real.watched("jax.experimental.pallas.pallas_call")
        assert call.parameters[:2] == ("kernel", "out_shape")
        assert "compiler_params" in call.keyword_only
        lowering = real.watched("jax.ffi.ffi_lowering")
        assert lowering.var_keyword
        assert lowering.parameters[0] == "call_target_name"
        assert "parameters by release" not in real.facts_read

    def test_the_newest_facts_agree_with_it(self, real):
        if not real.version or real.version != facts().last:
            pytest.skip(f"the facts end at {facts().last}, this is {real.version}")
        for target, rows in facts().parameters.items():
            found = real.watched(TARGETS[target].names[0])
            assert set(found.parameters) == set(rows[-1].signature.parameters), target
            assert found.var_keyword == rows[-1].signature.var_keyword, target
        for name, rows in facts().names.items():
            found = real.resolve(name)
            assert found.exists in (None, rows[-1].state != "no"), name
            assert found.exists is None or found.deprecated == (rows[-1].state == "deprecated"), name

    @pytest.mark.parametrize("name", [name for target in TARGETS.values() for name in target.names])
    def test_every_name_of_every_release_is_watched(self, real, name):
        assert real.watched(name).parameters

    def test_names_that_lead_to_a_watched_one(self, real):
        assert real.watched(f"{TPU}.core.CompilerParams").target == "tpu.CompilerParams"
        assert real.watched("jax.ffi.ffi_call").result_target == "ffi.ffi_call()"
        assert real.watched("jax.ffi.ffi_call()").target == "ffi.ffi_call()"
        assert real.watched("jax.ffi.ffi_lowering()") is None

    @pytest.mark.parametrize(
        "name",
        [
            "jax.experimental.pallas.CompilerParams",
            "jax.experimental.pallas.mosaic_gpu.BlockSpec",
            "mine.ffi_call",
            "jax.numpy.float32",
            "jax.pure_callback",
        ],
    )
    def test_other_things_are_not_watched(self, real, name):
        assert real.watched(name) is None

    def test_names_are_followed(self, real):
        assert real.canonical(f"{TPU}.CompilerParams") == "jax._src.pallas.mosaic.core.CompilerParams"
        assert real.exists("jax.numpy.float32") is True
        assert real.exists("jax.numpy.float31") is False
        assert real.exists("jax.numpy.linalg.norm") is True
        assert real.exists("jax.nowhere.at.all") is False
        assert real.exists("numpy.float32") is None
        assert real.exists("jaxlib._jax.Anything") is None

    def test_it_never_denies_a_name_that_is_there(self, real, oracle_prefix):
        modules = ["jax.ffi", "jax.interpreters.mlir", "jax.experimental.pallas", TPU, "jax._src.pallas.core"]
        code = "import importlib, json, sys; print(json.dumps([dir(importlib.import_module(m)) for m in sys.argv[1:]]))"
        python = os.path.join(oracle_prefix, "bin", "python")
        variables = {**os.environ, "JAX_PLATFORMS": "cpu"}
        said = subprocess.run([python, "-c", code, *modules], check=True, capture_output=True, env=variables).stdout
        for module, names in zip(modules, json.loads(said), strict=True):
            plain = [name for name in names if not name.startswith("__")]
            assert len(plain) > 5
            assert [name for name in plain if real.exists(f"{module}.{name}") is not True] == []
            assert real.exists(f"{module}.no_such_name") is False

    def test_reading_it_cold_is_quick(self, oracle_prefix):
        # On an idle machine 11 ms; the bound leaves room for a slower and a busy one.
        started = time.process_time()
        jax = view(find(os.sep, oracle_prefix, {}, server=False), os.sep)
        for target in TARGETS.values():
            jax.watched(target.names[0])
        for guard in TEMPLATES:
            jax.template(guard)
        assert time.process_time() - started < 0.1


class TestFacts:
    """Without an installed JAX."""

    @pytest.mark.parametrize(
        ("version", "name", "exists"),
        [
            ("0.4.30", f"{TPU}.TPUCompilerParams", False),
            ("0.4.32", f"{TPU}.TPUCompilerParams", None),
            ("0.4.37", f"{TPU}.TPUCompilerParams", True),
            ("0.7.1", f"{TPU}.TPUCompilerParams", True),
            ("0.7.2", f"{TPU}.TPUCompilerParams", False),
            ("0.9.0.1", f"{TPU}.CompilerParams", True),
            ("0.12.0.1", f"{TPU}.CompilerParams", True),
            ("0.99.0", f"{TPU}.CompilerParams", None),
            ("0.99.0", f"{TPU}.TPUCompilerParams", False),
            ("0.3.0", f"{TPU}.CompilerParams", None),
            ("0.4.35", "jax.ffi.ffi_call", False),
            ("0.5.0", "jax.ffi.ffi_call", True),
            ("0.7.0", "jax.ffi.build_ffi_lowering_function", False),
            ("0.8.0", "jax.interpreters.mlir.custom_call", False),
            ("0.8.0", "jaxlib.hlo_helpers.custom_call", False),
            ("nonsense", "jax.ffi.ffi_call", None),
        ],
    )
    def test_names_by_release(self, version, name, exists):
        jax = view(NOTHING, "/", version)
        assert jax.how == "--jax-version"
        assert jax.exists(name) is exists

    def test_jaxs_words_on_old_names(self):
        old = view(NOTHING, "/", "0.7.0")
        assert old.deprecated(f"{TPU}.TPUCompilerParams")
        assert old.said(f"{TPU}.TPUCompilerParams") == "TPUCompilerParams is deprecated, use CompilerParams instead."
        assert not old.deprecated("jax.extend.ffi.ffi_call")
        assert old.said("jax.extend.ffi.ffi_call").endswith("removed in JAX v0.7.0: use jax.ffi.ffi_call instead.")

    def test_deprecations_that_warn_on_import(self):
        for version, deprecated in (("0.5.3", False), ("0.6.0", True), ("0.7.2", True), ("0.8.0", False)):
            jax = view(NOTHING, "/", version)
            assert jax.deprecated("jax.interpreters.mlir.custom_call") is deprecated
            assert jax.deprecated("jaxlib.hlo_helpers.custom_call") is deprecated
        assert "removed in JAX v0.8.0" in view(NOTHING, "/", "0.8.0").said("jax.interpreters.mlir.custom_call")

    def test_parameters_by_release(self):
        assert view(NOTHING, "/", "0.4.35").watched(f"{TPU}.TPUCompilerParams").parameters[4:] == (
            "flags",
            "internal_scratch_in_bytes",
            "serialization_format",
            "device_type",
        )
        assert view(NOTHING, "/", "0.5.3").watched("jax.ffi.ffi_call").var_keyword
        assert not view(NOTHING, "/", "0.6.0").watched("jax.ffi.ffi_call").var_keyword
        assert view(NOTHING, "/", "0.4.31").watched("jax.experimental.pallas.pallas_call").parameters[0] == "f"

    def test_without_a_version_only_what_all_releases_share(self):
        jax = Jax(None, "assumed")
        assert jax.exists("jax.ffi.ffi_call") is None
        assert jax.at_least("0.4.30") is None
        params = jax.watched(f"{TPU}.CompilerParams")
        assert [name for name in params.parameters if name not in params.keyword_only] == [
            "dimension_semantics",
            "allow_input_fusion",
            "vmem_limit_bytes",
            "collective_id",
        ]
        assert "flags" in params.parameters
        assert {guard: jax.template(guard) for guard in TEMPLATES} == TEMPLATES
        assert jax.template("nothing") is None

    def test_a_version_that_is_installed_is_read(self, tmp_path, make_venv):
        environment = find(str(tmp_path), str(make_venv("env", "0.9.0")), {}, server=False)
        assert view(environment, str(tmp_path), "0.9").place is not None
        assert view(environment, str(tmp_path), "0.9.1").place is None
