"""The forms that expressions and simple statements are drawn from: `$int` stands for an int, `$int0` for a short one.

`$any` is a value of any kind, `$same` one of the kind wanted, `$atom` a variable or a part of one, `$name` a variable,
`$test` a condition, `$key` a dict's key, `$new` a new variable, `$to` a variable to assign to, `$0123` one of these
characters.  A form that begins with a number and a bar is that much more likely; `↵` begins a new line.
"""

from __future__ import annotations

import re

TEXT = """
[leaf int] 0 ;; 1 ;; 2 ;; 3 ;; 7 ;; -1 ;; 10 ;; 64 ;; (2**20) ;; (1 << 20) ;; (1024 * 1024) ;; 0x10 ;; 1_000
[leaf float] 0.5 ;; 1.5 ;; 2.0 ;; 64e6 ;; -0.25 ;; 1e3 ;; 3.0 ;; 0.0
[leaf bool] True ;; False
[leaf str] 'a' ;; 'b' ;; 'k' ;; '12' ;; '' ;; '1.5' ;; 'x y'
[leaf none] None
[leaf list] [] ;; [1, 2.5] ;; [3] ;; ['a', 7, 0.5] ;; [1, 2, 3]
[leaf dict] {} ;; {'a': 1} ;; {'a': 1.5, 'b': 2} ;; {'k': 64, 1: 'x'} ;; {'a': {'b': 7}}
[leaf tuple] () ;; (1, 2.5) ;; (3,) ;; ('a', 1)
[leaf set] {1, 2} ;; {3} ;; {'a'}
[leaf key] 'a' ;; 'b' ;; 'k' ;; 1 ;; 2

[any] ($same if $test else $same) ;; ($same or $same) ;; ($test and $same or $same) ;; (lambda: $same)()
    [$same, $same][$01] ;; {'a': $same}['a'] ;; next(iter([$same])) ;; (lambda z: z)($same) ;; copy.copy($same)
    [y for y in [$same, $same]][-1] ;; ($same, $same)[$test] ;; (lambda y=$same: y)() ;; [$same].pop()
    {'a': $same}.get('a') ;; {'a': $same}.pop('b', $same) ;; max([$same], key=str) ;; [z := $same][0]
    functools.reduce(lambda y, z: z, [$any0, $same]) ;; dict(a=$same)['a'] ;; (lambda *y: y[-1])($any0, $same)
    (lambda **y: y)(k=$same)['k'] ;; copy.deepcopy([$same])[0] ;; getattr($atom, 'missing', $same)
    next((y for y in [$same]), None) ;; next(iter({'a': $same}.values())) ;; defaultdict(lambda: $same)['a']
    list(itertools.chain([$same], $list0))[0] ;; functools.partial(lambda y, z: y, $same)($any0)
    OrderedDict(a=$same).popitem()[1] ;; deque([$same, $any0])[0] ;; ChainMap({'a': $same}, {'a': 1})['a']
    operator.itemgetter(0)([$same]) ;; list(zip([$same]))[0][0] ;; (y := [$same])[-1] ;; sorted([$same])[0]

[int] ($int + $int) ;; ($int - $int) ;; ($int * $int) ;; ($int // $int) ;; ($int % $int) ;; ($int & $int)
    ($int | $int) ;; ($int ^ $int) ;; ($int << $0123) ;; ($int >> $123) ;; -($int) ;; ~($int) ;; abs($int)
    min($int, $int) ;; max($int, $int) ;; ($int + $bool0) ;; pow($int, 2) ;; ($int) ** $023 ;; divmod($int, $237)[$01]
    int($float) ;; round($float) ;; math.floor($float) ;; math.ceil($float) ;; int($float * 2) ;; len($str)
    $str.count('a') ;; int('$1234' + '0') ;; $str.find('b') ;; len($list) ;; sum(len(str(y)) for y in $list)
    len($list[1:]) ;; $list.count(1) ;; len($dict) ;; $dict.get('a', $int) ;; sum(1 for _ in $dict)
    len($dict.items()) ;; len($tuple) ;; sum([$int, $int]) ;; math.prod(($int, $int)) ;; sum(($int, $int), 1)
    len($set) ;; len($set | {1, 2}) ;; sum(i for i in range($234)) ;; math.gcd($int, $int) ;; operator.add($int, $int)
    functools.reduce(lambda y, z: y * z, [1, $int, $int]) ;; ord('$abc') ;; int('$1', 2) ;; math.isqrt(abs($int))
    ($int).bit_length() ;; int(Fraction($int, 2)) ;; int(Decimal('$12.5')) ;; sum(y for y in [$int, $int] if y > 1)
    len(bytes(3)) ;; Counter('aab')['a'] ;; max($list, default=$int, key=str)
    list(itertools.accumulate([$int, $int]))[-1] ;; sum(map(len, [$str, $str])) ;; round($int, -1) ;; int($bool)
    math.comb(5, 2) ;; len({y: 1 for y in $list0 if not isinstance(y, (list, dict, set))}) ;; [*range(5)][$0123]
    range($123, 9)[$01] ;; ($int).real

[float] ($float + $float) ;; ($float * $int) ;; ($int / $248) ;; ($int / $int0) ;; ($float - $int) ;; float($int)
    float('$12.5') ;; abs($float) ;; -($float) ;; ($float // 2) ;; ($float % 2) ;; round($float, 1)
    min($float, $int) ;; max($int, $float) ;; sum([$float, $int]) ;; math.sqrt(abs($float)) ;; (abs($int) + 1) ** -1
    abs($int) ** 0.5 ;; math.pi ;; math.fabs($int) ;; ($float / 2) ;; sum([$float] * 2) ;; 0.5 * $int
    math.log2(abs($int) + 1) ;; ($float ** 2) ;; divmod($float, 2)[0] ;; math.fmod($float, 2) ;; ($float + $bool0)
    operator.truediv($int, $234) ;; statistics.mean([$int, $float]) ;; math.trunc($float) ;; float(Fraction(1, $24))
    math.hypot(3, $4) ;; float('inf') ;; sum([$int], 0.0) ;; math.fsum([$int, $float]) ;; pow($float, 2)
    ($int).__truediv__($24) ;; float(str($float)) ;; max($float, $float) ;; math.copysign($float, $int)

[bool] $int $op $int ;; $float $op $float ;; $int $op $float ;; $str $op $str ;; not $atom ;; bool($atom)
    $atom is None ;; isinstance($atom, $type) ;; $atom is not None ;; $key in $box ;; $key not in $box
    0 < $int <= $int0 ;; hasattr($atom, '$attr') ;; $int $op $int and $atom is not None
    $int == $int or $key in $box ;; type($atom) is $plain ;; any([$atom, $int $op $int]) ;; all(y for y in [$atom, 1])
    callable($atom) ;; $atom == $int ;; $int in ($int, $int) ;; $str.isdigit() ;; $str.startswith('a')
    $list == $list ;; $dict == $dict ;; $set <= $set ;; $tuple < $tuple ;; $atom is $atom ;; issubclass(bool, $plain)
    math.isclose($float, $float) ;; $float.is_integer() ;; not ($test and $test) ;; ($bool ^ $bool)
    isinstance($atom, ($plain, list)) ;; $atom in [$int, $str] ;; operator.lt($int, $float) ;; bool($list)
    bool($dict or $str)

[str] ($str + $str) ;; $str.upper() ;; $str.strip() ;; $str.replace('a', 'bb') ;; $str[:1] ;; str($int) ;; repr($int)
    f'{$name}' ;; f'{$name!r}-{$name}' ;; ('%s=%d' % ($str, $int)) ;; '{}{}'.format($int, $str)
    ','.join([$str, $str]) ;; ($str * 2) ;; f'{$int0:04d}' ;; chr($65 + 60) ;; 'a b c'.split()[$012] ;; str($any)
    $str.title() ;; $str.zfill(3) ;; '{x:.2f}'.format(x=$float0) ;; type($atom).__name__ ;; $str.partition('b')[0]
    hex($int) ;; str($float) ;; $str.lower() ;; f'{$float0:.1f}' ;; bin(7) ;; $str.join('xy') ;; 'k'.ljust(3, '-')
    $str[::-1] ;; str(True) ;; '%.1f' % $float0 ;; b'ab'.decode() ;; $str.removeprefix('a') ;; min($str, 'b')
    ' '.join(sorted('ba')) ;; str([$int]) ;; repr({'a': $float})

[list] 12| [$items] ;; ($list + $list0) ;; [*$list, $int0] ;; [*$list, *$tuple0] ;; $list[1:] ;; $list[::-1]
    $list[:-1] ;; list($tuple0) ;; [y for y in $list] ;; [y * 2 for y in range($123)]
    [(i, y) for i, y in enumerate($list)] ;; list($dict.values()) ;; list($dict) ;; list($dict.items())
    list(zip($list, $list0)) ;; list(range($0123, $3456)) ;; list(map(lambda y: y, $list))
    [y for y in $list if isinstance(y, int)] ;; list(filter(None, $list)) ;; sorted([$int0, $int0, 3])
    sorted($list, key=str) ;; list(reversed($list)) ;; $list.copy() ;; copy.copy($list) ;; copy.deepcopy($list)
    [$any0] * 2 ;; [z for y in [$list, $list0] for z in y] ;; sorted([$int0, 1], reverse=True)
    [y for y in $list if $test] ;; [[y] for y in $list] ;; list('ab') ;; $str.split()
    list(itertools.chain($list, $tuple)) ;; [y for y in $dict.values() if y] ;; list(map(str, $list))
    [f(2) for f in (float, str)] ;; list(itertools.product('a', [$any])) ;; list(enumerate($list, 1)) ;; [*$dict]
    sorted($dict, key=str) ;; ([y, z] if (y := 1) and (z := $any) else []) ;; list(deque($list))
    [y.get('a') for y in [$dict, $dict]] ;; list(itertools.islice($list, 2)) ;; [($any0, y) for y in $tuple]
    list(iter($list)) ;; [y if $test else $any0 for y in $list] ;; list(map(lambda y, z: (y, z), $list, $list))
    sorted($list, key=lambda y: repr(y))

[dict] 12| {$pairs} ;; {**$dict, $key: $any} ;; {**$dict, **$dict0} ;; ($dict | $dict0) ;; dict($dict)
    dict($dict, k=$any) ;; dict(a=$any, b=$any0) ;; {y: $any for y in ('a', 'b')} ;; {y: z for y, z in $dict.items()}
    dict(zip(('a', 'b'), ($any, 1))) ;; $dict.copy() ;; copy.deepcopy($dict) ;; dict([('a', $any)])
    dict.fromkeys(('a', 'b'), $any) ;; {str(y): z for y, z in $dict.items()}
    {y: z for y, z in $dict.items() if $test} ;; {y: z for y, z in $dict.items() if y != 'a'}
    dict(sorted({'b': 1, 'a': $any}.items())) ;; dict(enumerate($list0)) ;; dict(**{'a': $any})
    dict(zip('ab', $list)) ;; {'a': $dict, **$dict0} ;; (lambda **y: y)(a=$any) ;; {i: y for i, y in enumerate($list)}
    dict({'a': 1}, **{'b': $any}) ;; {'a': [$any], 'b': {'k': $any0}} ;; vars(SimpleNamespace(a=$any))
    {y: {'v': z} for y, z in $dict.items()} ;; dict(map(lambda y: (y, 1.5), ('a', 'k')))
    {k: v for k, v in zip('ab', ($any0, $any0))}

[tuple] ($any, $any) ;; ($any,) ;; ($any, $any0) ;; ($tuple + ($any,)) ;; tuple($list0) ;; $tuple[:1] ;; $tuple[::-1]
    (*$tuple, $any) ;; divmod($int0, 3) ;; tuple(y for y in $tuple) ;; $tuple * 2 ;; () ;; tuple(sorted([$int0, 2]))
    next(iter({'a': $any}.items())) ;; tuple($dict0) ;; tuple(map(str, $tuple)) ;; (lambda *y: y)($any, 1)
    tuple(zip($list, 'ab')) ;; (1, *$list0) ;; tuple(reversed($tuple))

[set] {$int0, $str0} ;; {$int0} ;; set() ;; ($set | {$int0}) ;; ($set & {$int0, 1}) ;; ($set - {$int0})
    ($set ^ {1}) ;; {y % 2 for y in range($123)} ;; set($dict0) ;; set($set) ;; $set.copy() ;; set(($int0, 1))
    $set.union([7])

[object] SimpleNamespace(limit=$any, size=$int0) ;; 4| $made

[test unknown] coin() ;; coin() ;; not coin() ;; thing() is None ;; coin() and $bool ;; $bool or coin()
    len(things()) > 1

[change list] 2| $x.append($any) ;; $x.extend($list0) ;; $x.insert($at, $any) ;; $new = $x.pop() ;; $new = $x.pop(0)
    3| $x[$at] = $any ;; $x[1:] = [$any] ;; $x[:0] = ($any,) ;; del $x[$at] ;; del $x[1:] ;; $x.reverse()
    $x.sort(key=str) ;; $x.clear() ;; $x.remove($x[0]) ;; $x += [$any] ;; $x *= 2 ;; $x[:] = [$any, $any0]
    $x[$at], $new = $any, $x[0] ;; $x.append($x[0]) ;; $x[::2] = [$any] ;; [$x.append(y) for y in [$any]]
    (lambda y: y.append($any))($x) ;; $new = $x, $x[0] = [$any], 1 ;; for $x[0] in [$any, $any0]: pass
    $x.extend(y for y in [$any]) ;; $new = $x.pop() if $x else $any ;; list(map($x.append, [$any]))

[change dict] 3| $x[$key] = $any ;; $x.update($dict) ;; $x.update(a=$any) ;; $x.update([($key, $any)])
    $new = $x.setdefault($key, $any) ;; $new = $x.pop($key, $any) ;; $new = $x.pop($key) ;; $new = $x.popitem()
    del $x[$key] ;; $x |= $dict0 ;; $x.clear() ;; $x.setdefault($key, []).append($any) ;; $new = $x.get($key, $any)
    $x[$key] = $x.get($key, 0) ;; $new = $x[$key] ;; $x.update(b=$any, **$dict0) ;; (lambda y: y.update(a=$any))($x)
    $x[$key] = $x ;; $x['a'], $x['b'] = $any, $any0 ;; for $x['a'] in [$any]: pass ;; $new = $x.get($key) or $any
    $x.setdefault('k', {})['a'] = $any ;; $x.update(zip('ab', [$any, 1])) ;; $new = [$x.pop(y) for y in list($x)]
    $x[$key] = $new = $any ;; $x[str($int0)] = $any ;; $x.update({$key: $any, 'k': $x})

[change set] $x.add($hash) ;; $x.discard($hash) ;; $x.update([$hash]) ;; $x |= $set0 ;; $x.remove($hash) ;; $x.clear()
    $x -= {1}

[change object] 3| $x.$field = $any ;; setattr($x, '$field', $any) ;; $new = getattr($x, '$field', $any)
    $new = vars($x) ;; $x.__dict__['$field'] = $any ;; del $x.$field ;; $new = copy.copy($x)
    $new = copy.deepcopy($x) ;; $x.$field += 1 ;; $x.$field = $x ;; $x.$field, $new = $any, $any0
    vars($x).update($field=$any) ;; $x.$field = [$x.$field] ;; for $x.$field in [$any]: pass
    $new = getattr($x, '$field') ;; (lambda y: setattr(y, '$field', $any))($x)

[assign] 8| $to = $any ;; $to: $annotation = $any ;; $to = $to = $any ;; $to, $new = $any, $any0 ;; $to, *$new = $box
    *$to, $new = $box ;; ($to, $new), $new = ($any, $any0), $int0 ;; [$to, $new] = divmod(7, 2) ;; [$to, $new] = $box
    $to = $new = $list ;; $to, $new = $new, $to = $any, 1 ;; $to = $any if $test else $any ;; $to = ($new := $any)
    ($to, *$new), $new = [$box, $any] ;; $to = $atom ;; $to = [$atom, $atom]

[unknown hands] thing($loose) ;; $new = thing($loose) ;; thing($loose, $loose) ;; thing([$loose]) ;; thing(x=$loose)
    thing({'a': $loose}) ;; $new = thing() ;; thing(*[$loose]) ;; $new = [thing(y) for y in [$loose]]
    if coin(): thing($loose) ;; thing(lambda: $loose) ;; $new = thing().limit ;; list(map(thing, [$loose]))
    $new = sorted([$loose], key=thing) ;; $new = things() ;; thing(($loose, 1)) ;; thing().update($loose)
    thing.limit = $loose ;; $new = thing() or $loose ;; $new = coin() and $loose ;; thing(SimpleNamespace(a=$loose))
    thing(functools.partial(print, $loose)) ;; $new = thing()[0] ;; thing()[1] = $loose
    $new = [y for y in things()] ;; $new = {'a': thing(), **$dict0} ;; $new = $loose if coin() else $any

[risky] raise $error($any0) ;; $to = $int0 // $int0 ;; $to = $dict0[$key] ;; $to = $list0[$01] ;; $to = int($str0)
    $to = ($any0).limit ;; $to = $any + $any ;; $to, $new = $list ;; assert $test ;; $to = $atom[$key]
    $to = float($atom) ;; raise $error ;; $to = $atom($any0) ;; $to = next(iter($list0))

[use] $new = $x + $any ;; $new = $any + $x ;; $new = $x * 2 ;; $new = 2.5 - $x ;; $new = -$x ;; $new = len($x)
    $new = bool($x) ;; $new = $x($any) ;; $new = $x[$key] ;; $new = list($x) ;; $new = $key in $x ;; $new = $x == $x
    $new = $x < $any ;; $new = int($x) ;; $new = float($x) ;; $new = str($x) ;; $new = f'{$x}' ;; $new = $x or $any
    $new = 1.5 if $x else $any ;; $new = [*$x] ;; $x += $any ;; $new = $x | $any ;; $new = abs($x) ;; $new = round($x)
    $new = $x.missing ;; $x[$key] = $any ;; $new = $x() ;; $new = {$x: $any} ;; $new, $new = $x ;; $new = $x @ $x
    $new = isinstance($x, $made) ;; $new = $x / 2 ;; $new = not $x ;; $new = sorted([$x, $x]) ;; $new = type($x)()
    $new = $x.__class__.__name__ ;; $new = range(9)[$x] ;; $new = sum([$x], $any) ;; $new = max($x, $any)

[lambdas] $new = [(lambda: i) for i in range(2)][$01]() ;; $new = [f($12) for f in (lambda a: a / 2, str, float)]
    $new = [f() for f in [lambda i=i: i * 1.5 for i in range(3)]] ;; $new = (lambda *a, **k: (a, k))(1, $any, k=2)
    $new = list(map(lambda a, b: a if $test else b, $list, $tuple)) ;; $new = sorted([3, $int], key=lambda y: -y)

[called] 4| $to = $call ;; $call ;; $to = [$call, $call] ;; $to = {'a': $call} ;; $to, $new = $call, $call
    $to = $call or $any ;; $to = ($call, $atom)
[drain] $to = list($call) ;; $to = next($call) ;; $to = sum($call, 0) ;; $to, *$new = $call
    $to = dict(enumerate($call)) ;; $to = tuple($call) ;; gen = $call; $to = next(gen, None); $new = list(gen)
    $to = [y for y in $call] ;; $to = [*$call, $any] ;; $to = dict(zip('abc', $call))
    gen = $call; $to = [next(gen), next(gen, $any)] ;; $to = list(zip($call, $call)) ;; $to = max($call, key=str)

[narrowing] isinstance($x, int) ;; isinstance($x, (float, str)) ;; $x is None ;; $x is not None ;; $x ;; not $x
    hasattr($x, 'items') ;; type($x) is int ;; $x == $a ;; $x in ($a, None) ;; isinstance($x, float) and $x > 1
    $x is None or isinstance($x, str) ;; isinstance($x, bool) ;; callable($x) ;; $x != $b ;; not isinstance($x, dict)
    isinstance($x, (list, tuple)) and len($x) > 1 ;; isinstance($x, int) and not isinstance($x, bool)
    type($x) in (int, float) ;; $x and isinstance($x, list) ;; isinstance($x, type(None)) ;; $x is True
    isinstance($x, $plain) or $test ;; isinstance($x, int) and $x $op $int ;; $x is not None and $x
    not ($x is None or $test) ;; 'a' in $x if isinstance($x, dict) else $test
[narrow] $x = $any ;; $x = int(bool($x)) ;; $x = [$x] ;; $x = ($x, 1) ;; $x = $x ;; $x = str($x) ;; $x = None
    $x += 1 ;; $x = $x if $test else $any

[for] $i in range($0123) ;; $i in range($01, $345, 2) ;; $i in $list ;; $i in [$any, $any] ;; $i, $j in $dict.items()
    $i in $dict ;; $i in $dict.values() ;; $i, $j in enumerate($list) ;; $i, $j in zip(range(3), $list)
    $i in reversed($list) ;; $i in $tuple ;; $i in sorted([2, $int0]) ;; $i in 'ab'
    $i, $j in [($any, 1), (2, $any)] ;; $i, *$j in [($any, 1), (2, $any, 3)] ;; $i in list($dict)
    $i in ($any, $any, $any) ;; $i in range(4, 0, -2) ;; $i, ($j, _) in enumerate([($any, 1), ($any, 2)])
    $i in ({'v': $any}, {'v': 1}) ;; $i in map(str, $list) ;; $i in [y for y in $list]
    $i, $j in itertools.product('ab', $list) ;; $i in itertools.chain($list, [$any])
    $i, $j in sorted({'b': 1, 'a': $any}.items()) ;; $i in $set
[for unknown] $i in things() ;; $i in range(len(things())) ;; $i, $j in enumerate(things()) ;; $i in [*things(), $any]
    $i in thing() or [$any]
[grow] $x += 1 ;; $x -= 1 ;; $x *= 2 ;; $x /= 2 ;; $x //= 2 ;; $x += 1.5 ;; $x = $x + $int0 ;; $x = ($x, 1)
    $x = -$x ;; $x %= 3 ;; $x = $x * 0.5 ;; $x = [$x]
[pattern] 1 | 2 ;; 'a' ;; None ;; True | False ;; int($x) ;; float() as $x ;; str($x) ;; [$x, $y] ;; [$x, *$y]
    {'a': $x} ;; {'a': $x, **$y} ;; ($x, 1) ;; [] ;; int() | float() as $x ;; [[$x], *_] ;; {'k': int($x)}
    list() | tuple() ;; bool($x) ;; $c() ;; SimpleNamespace(limit=$x) ;; [int($x), *_] ;; {'a': [$x, *$y]}
    [_, *$y, $x] ;; {} ;; (1 | 2) as $x ;; 'a' | 'b' as $x ;; dict($x) ;; $c(limit=$x) ;; $c(size=int($x)) ;; -1
    1.5

[dataclass] $new = replace($made, $field=$any) ;; $new = dataclasses.asdict($made)
    $new = [f.name for f in dataclasses.fields($c)] ;; $new = $made == $made ;; $new = dataclasses.astuple($made)
    $new = copy.copy($made) ;; $new = vars($made) ;; $new = $made.$field ;; $new = dataclasses.replace($made)
    $new = $c.$field
[namedtuple] $new = $c(1)._replace(limit=$any) ;; $new, $new = $c($any) ;; $new = $c($any)._asdict()
    $new = $c(1, $any)[$01] ;; $new = $c._fields ;; $new = $c(*[1, $any]) ;; $new = [y for y in $c(1, $any)]
    $new = $c(1, $any) + (2,) ;; $new = $c(1) == (1, $any) ;; $new = $c(limit=$any, size=1).limit ;; $new = len($c(1))
    $new = $c._make([1, $any])

[of self] 2| $value ;; ($value, $any) ;; [$value] ;; $value or $any ;; $value if $test else $any ;; str($value)
[effect] self.$field = $any ;; self.$field += 1 ;; self.extra = $any
    pltpu.CompilerParams(vmem_limit_bytes=self.$field) ;; self.$field = [self.$field] ;; setattr(self, '$field', $any)
    self.$field, self.extra = $any, $any
[property] 3| @property↵def $name(self):↵    return $value
    @functools.cached_property↵def $name(self):↵    $effect↵    return $value
    @property↵def $name(self):↵    return $value↵@$name.setter↵def $name(self, value):↵    self.$field = value
    @property↵def $name(self):↵    return $value↵@$name.setter↵def $name(self, value):↵    self.$field = (value, 1)
    @property↵def $name(self):↵    $effect↵    return $value↵@$name.deleter↵def $name(self):↵    self.$field = $any
[class] @classmethod↵def $name(cls):↵    return $any ;; @classmethod↵def $name(cls):↵    cls.$attribute = $any
    @classmethod↵def $name(cls):↵    return cls.$attribute
    @classmethod↵def $name(cls):↵    return cls.__name__
[operator] 3| def __${binary}__(self, other):↵    $effect↵    return $value
    def __${binary}__(self, other):↵    return self ;; def __${binary}__(self, other):↵    return other
    def __${binary}__(self, other):↵    return NotImplemented ;; def __${binary}__(self, other):↵    return $test
    def __iadd__(self, other):↵    $effect↵    return self
[unary] def __bool__(self):↵    return $test ;; def __neg__(self):↵    return $value
    def __int__(self):↵    return $int ;; def __float__(self):↵    return $float
    def __hash__(self):↵    return 7 ;; def __index__(self):↵    return 1 ;; def __len__(self):↵    return $0123
    def __str__(self):↵    return str($value) ;; def __repr__(self):↵    return 'thing'
    def __abs__(self):↵    return $value ;; def __round__(self, digits=None):↵    return $value
[special] def __call__(self, first=$any, *rest):↵    $effect↵    return $value
    def __getattr__(self, name):↵    if name.startswith('__'): raise AttributeError(name)↵    return $any
    def __getitem__(self, key):↵    return $value ;; def __getitem__(self, key):↵    return key
    def __iter__(self):↵    yield $value↵    yield $any ;; def __iter__(self):↵    return iter([$value])
    def __setattr__(self, name, value):↵    object.__setattr__(self, name, value)
    def __setattr__(self, name, value):↵    object.__setattr__(self, name, (value, 1))
    def __setitem__(self, key, value):↵    $effect ;; def __delattr__(self, name):↵    $effect
    def __new__(cls, *args, **kwargs):↵    return super().__new__(cls) ;; def __new__(cls, *args):↵    return $any
    def __init_subclass__(cls):↵    cls.made = $any ;; def __contains__(self, key):↵    return $test
    def __enter__(self):↵    return self↵def __exit__(self, *error):↵    $effect↵    return None
    def __enter__(self):↵    return $value↵def __exit__(self, kind, error, trace):↵    $effect↵    return True
    def __eq__(self, other):↵    return $test↵def __hash__(self):↵    return 1
[overriding] super().$m(*args, **kwargs) ;; [super().$m(*args, **kwargs)] ;; $base.$m(self, *args, **kwargs) ;; 2.5
[post] self.$field = $any ;; if $test: self.$field = $any ;; self.total = self.$field ;; self.$field = [self.$other]

[enum] $new = $e.A ;; $new = $e.B.value ;; $new = $e['A'] ;; $new = $e.A.name ;; $new = [m.value for m in $e]
    $new = $e.A == $e.B ;; $new = $e.A is $e['A'] ;; $new = {$e.A: 1.5, $e.B: 2}[$e.B] ;; $new = isinstance($e.A, int)
    $new = str($e.A) ;; $new = f'{$e.B}' ;; $new = list($e) ;; $new = len($e) ;; $new = $e.A or 2.5
    $new = $e($e.A.value) ;; $new = [m for m in $e if m is $e.A] ;; $new = $e.__members__['A']
[enum int] $new = $e.A + 1 ;; $new = $e.B * 1.5 ;; $new = max($e) ;; $new = int($e.A) ;; $new = $e.A < $e.B
    $new = -$e.A ;; $new = $e.A / 2
"""


def _parsed() -> dict[str, tuple[list[str], list[float]]]:
    found: dict[str, tuple[list[str], list[float]]] = {}
    for part in re.split(r"^\[", TEXT, flags=re.MULTILINE)[1:]:
        name, _, body = part.partition("] ")
        forms, weights = found.setdefault(name, ([], []))
        for form in re.split(r" ;; |\n", body):
            many = re.match(r"\s*(\d+)\| ", form)
            form = form[many.end() :] if many else form.strip()
            if form:
                forms.append(form)
                weights.append(float(many[1]) if many else 1.0)
    return found


FORMS = _parsed()
