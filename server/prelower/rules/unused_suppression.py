"""# unused-suppression

## What it does
Reports a `# prelower: ignore[...]` or `# prelower: file-ignore[...]` comment, or one code in it, that silences
nothing, and a code in it that is no rule.

## Why it matters
A comment that has outlived its reason hides the next error on that line. JAX has no part in this: it is said by
prelower alone, as information, and does not change the exit code.

## When it fires
Where the file was understood whole: each of its parts parses, all that can be looked up was, and the version of JAX
is known. A code of a rule that is switched off is left alone, and so is a comment without codes while any rule is.

## Example
```python
pltpu.CompilerParams(vmem_limit_bytes=2**26)  # prelower: ignore[vmem-limit-not-int]
```

## Use instead
```python
pltpu.CompilerParams(vmem_limit_bytes=2**26)
```

## Fix safety
Safe: the comment goes, or the one code in it.

## Limits
A finding may depend on the release of JAX. Where the same file is checked with several, keep the comment and put
`ignore = ["unused-suppression"]` into the configuration.
"""

from __future__ import annotations

from prelower.rules.base import Page

NAME = "unused-suppression"
PAGE = Page(NAME, "A `# prelower: ignore` comment silences nothing.", __doc__)
