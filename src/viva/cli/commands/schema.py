"""`viva schema`: the shape of every report."""

import click

from viva.commands.output import write_document
from viva.showing.schema import report_schema


@click.command("schema")
def command() -> int:
    """Print the JSON Schema of a report.

    \b
    Example:
      viva schema > report.schema.json
    """
    write_document(report_schema())
    return 0
