"""Names in notebooks resolve as in a file of the cells' language."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

CELLS = '{"cells": [%s], "metadata": {"kernelspec": {"language": "python"}}}'
CODE = '{"cell_type": "code", "source": "%s"}'
PRICES = "def <def>total(items):\n    return sum(items)\n"


def notebook(*cells: str) -> str:
    return CELLS % ", ".join(CODE % cell for cell in cells)


@pytest.mark.parametrize(
    "files",
    [
        {"n.ipynb": notebook("class <def>Basket:\\n    pass", "b = <|>Basket()")},
        {"n.ipynb": notebook("class Basket:\\n    def <def>pay(self): pass", "b = Basket()", "b.<|>pay()")},
        {"n.ipynb": notebook("%matplotlib inline\\nfrom shop.prices import total", "<|>total([])"), "shop/prices.py": PRICES, "shop/__init__.py": ""},
        {"n.ipynb": notebook("def <def>\\u00fcber(): pass", "<|>über()")},
    ],
)
def test_definitions(files: Mapping[str, str], check_definition: Callable[[Mapping[str, str], str], None]) -> None:
    check_definition(files, "exact")
