"""Values that hold a container, from which it is taken at once."""

# `…` is the container.
VALUES = r"""
same(…)
second(Container(), …)
same(same(…))
[…][0]
[Container(), …][1]
[…, Container()].first!
[Container(), …].last!
([] + […])[0]
Array(repeating: …, count: 2)[1]
[[…]].flatMap(\.self)[0]
[…].map(same)[0]
[…].compactMap(Optional.some)[0]
[…].reversed()[0]
zip([…], [1]).map(\.0)[0]
(…, 1).0
(one: 1, app: …).app
((…, 1), Container()).0.0
Optional(…)!
Optional(…).map(same)!
optional(…, true)!
(optional(Container(), false) ?? …)
["x": …]["x"]!
["x": …]["y", default: …]
[1: […]][1]![0]
Dictionary(uniqueKeysWithValues: [("x", …)])["x"]!
Holder(container: …).container
[Holder(container: …)][0].container
Optional(Holder(container: …))!.container
Holder(container: …)[keyPath: \.container]
Owning(owned: …).owned
(Owning(owned: …) as any Owner).owned
Via(container: …).container
Where.here(…).inside!
Where.under(.here(…)).inside!
(… as Any as! Container)
(… as AnyObject as! Container)
"""
VALUES = VALUES.strip().splitlines()
