"""What operators of values cannot see is turned into calls of hooks: subscripts, `in`, formatted strings, floats.

`xs[i]`, read or written, becomes `place(xs)[i]`: with a plain list and a symbolic index the term would be lost in C,
and so it would in `c in "aeiou"`, `f"{n}"` and `0.5 * n`. Applied after `vivabox.python.hooks.instrument`, so that the
numbers of branch sites are those of any other build.
"""

import ast

from ..hooks.pieces import placed

PLACE, CONTAINS, FORMAT, FLOAT, SET = (f"__viva {name}__" for name in ("place", "contains", "format", "float", "set"))


class Rewriting(ast.NodeTransformer):
    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.value, ast.Name) and node.value.id.startswith("__viva "):
            return node
        node.value = _call(PLACE, node, node.value)
        return node

    def visit_SetComp(self, node: ast.SetComp) -> ast.AST:
        self.generic_visit(node)
        return _call(SET, node, placed(ast.ListComp(node.elt, node.generators), node))

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        if len(node.ops) == 1 and isinstance(node.ops[0], ast.In | ast.NotIn):
            found = _call(CONTAINS, node, node.comparators[0], node.left)
            return found if isinstance(node.ops[0], ast.In) else placed(ast.UnaryOp(ast.Not(), found), node)
        return node

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.AST:
        parts: list[ast.expr] = []
        for value in node.values:
            if isinstance(value, ast.FormattedValue):
                inner = self.visit(value.value)
                letter = placed(ast.Constant(value.conversion), node)
                wanted = value.format_spec
                spec = placed(ast.Constant(""), node) if wanted is None else self.visit(wanted)
                parts.append(placed(ast.Tuple([inner, letter, spec], ast.Load()), node))
            else:
                parts.append(value)
        return _call(FORMAT, node, *parts)

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        return _call(FLOAT, node, node) if type(node.value) is float else node

    def visit_Match(self, node: ast.Match) -> ast.AST:
        """Patterns are no expressions: only what is around them is visited."""
        node.subject = self.visit(node.subject)
        for case in node.cases:
            case.guard = None if case.guard is None else self.visit(case.guard)
            case.body = [self.visit(statement) for statement in case.body]
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        node.value = None if node.value is None else self.visit(node.value)
        node.target = self.visit(node.target)
        return node

    def visit_arguments(self, node: ast.arguments) -> ast.AST:
        """Annotations stay as they are; defaults are expressions like any other."""
        node.defaults = [self.visit(default) for default in node.defaults]
        node.kw_defaults = [None if default is None else self.visit(default) for default in node.kw_defaults]
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.decorator_list = [self.visit(decorator) for decorator in node.decorator_list]
        self.visit(node.args)
        node.body = [self.visit(statement) for statement in node.body]
        return node


def rewrite(tree: ast.Module) -> ast.Module:
    Rewriting().visit(tree)
    return ast.fix_missing_locations(tree)


def _call(name: str, at: ast.AST, *arguments: ast.expr) -> ast.Call:
    call: ast.Call = placed(ast.Call(placed(ast.Name(name, ast.Load()), at), list(arguments), []), at)
    return call
