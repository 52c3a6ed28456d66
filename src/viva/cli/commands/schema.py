"""`viva schema`: the shape of every report."""

import click

from viva.cli.output import write
from viva.core.schema import report_schema
from viva.showing.document import as_json


@click.command("schema")
def command() -> int:
    """Print the JSON Schema of a report.

    \b
    Example:
      viva schema > report.schema.json
    """
    write(as_json(report_schema()) + "\n")
    return 0
