"""From a folder of result files to Parquet, a teacher's questions and a figure.

    python course.py FOLDER [--out OUT]

Every `*.json` below FOLDER is a result as the page saves it ("Save the result", JSON). Nothing leaves the machine.
Written to OUT: `results.parquet` (a row for each file), `measures.parquet` (a row for each measured number),
`gaps.csv`, `findings.csv` and `gaps.svg`.
"""

import argparse
import html
import json
import math
from pathlib import Path

import duckdb

# Files that are read together: memory follows from this, not from the course.
TOGETHER = 500

TABLE = """
create table results (
    file varchar, experiment varchar, date timestamptz, device varchar, adapter varchar, software boolean,
    browser varchar, n integer, finding varchar, measures json
)
"""

# Columns kept of a document. Traces, which are most of it, are not read into any column.
RESULTS = """
insert into results
with files as (
    select filename, case when json_valid(content) then content::json end as doc from read_text(?)
)
select
    filename as file,
    doc->>'$.experiment' as experiment,
    try_cast(doc->>'$.date' as timestamptz) as date,
    doc->>'$.device' as device,
    coalesce(nullif(doc->>'$.info.adapter.name', ''), nullif(doc->>'$.info.adapter.vendor', ''), 'unnamed') as adapter,
    try_cast(doc->>'$.info.adapter.software' as boolean) as software,
    doc->>'$.info.browser' as browser,
    try_cast(doc->>'$.parameters.n' as integer) as n,
    doc->>'$.finding.key' as finding,
    doc->'$.measures' as measures
from files
where (doc->>'$.schema') in ('1', '2') and (doc->>'$.experiment') is not null and (doc->>'$.finding.key') is not null
"""

MEASURES = """
create table measures as
select
    file, experiment, device, adapter, browser, n, name as measure,
    try_cast((measures->name)->>'$.value' as double) as value,
    (measures->name)->>'$.unit' as unit,
    (measures->name)->>'$.bound' as bound
from (select *, unnest(json_keys(measures)) as name from results)
where try_cast((measures->name)->>'$.value' as double) is not null and ((measures->name)->>'$.unit') is not null
"""

# How long the work went on after control was back, by machine and size.
GAPS = """
select adapter, browser, n, count(*) as results,
       quantile_cont(value, 0.25) as low, median(value) as median, quantile_cont(value, 0.75) as high
from measures where experiment = 'warmup' and measure = 'gap' and unit = 'ms'
group by all order by median, adapter, browser, n
"""

# Claims that held, by machine: every finding of every experiment, counted by machine.
FINDINGS = """
select experiment, adapter, device, finding, count(*) as results,
       count(*) / sum(count(*)) over (partition by experiment, adapter, device) as share
from results group by experiment, adapter, device, finding
order by experiment, adapter, device, results desc, finding
"""


def read(folder, out):
    """Reads all files into Parquet and gives back the database and what was left out."""
    files = [str(file) for file in sorted(Path(folder).rglob("*.json"))]
    if not files:
        raise SystemExit(f"{folder}: there is no .json file; name a folder with results that the page saved")
    db = duckdb.connect()
    db.execute(TABLE)
    for first in range(0, len(files), TOGETHER):
        db.execute(RESULTS, [files[first : first + TOGETHER]])
    db.execute(MEASURES)
    (kept,) = db.execute("select count(*) from results").fetchone()
    db.execute(f"copy (select * exclude measures from results) to '{quoted(out / 'results.parquet')}' (format parquet)")
    db.execute(f"copy measures to '{quoted(out / 'measures.parquet')}' (format parquet)")
    return db, kept, len(files) - kept


def quoted(path):
    """A path within quotes of SQL."""
    return str(path).replace("'", "''")


def figure(rows):
    """The gaps as SVG: a line from quartile to quartile and a dot at the median for each machine, on a logarithmic axis."""
    rows = [row for row in rows if row[4] > 0][:40]
    if not rows:
        return None
    lows, highs = math.log10(min(row[4] for row in rows)), math.log10(max(row[6] for row in rows))
    first, last = math.floor(lows), max(math.ceil(highs), math.floor(lows) + 1)
    left, width, step = 330, 520, 24
    x = lambda ms: left + width * (math.log10(ms) - first) / (last - first)
    height = step * len(rows) + 70
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {left + width + 30} {height}" font-family="sans-serif" font-size="12">',
        f'<rect width="100%" height="100%" fill="#fff"/><text x="10" y="20" font-size="14">Gap of the warm-up, ms: median and quartiles</text>',
    ]
    for power in range(first, last + 1):
        at = x(10.0**power)
        parts.append(f'<path d="M{at:.1f} 36V{height - 26}" stroke="#ddd"/><text x="{at:.1f}" y="{height - 10}" text-anchor="middle">{10.0 ** power:g}</text>')
    for i, (adapter, browser, n, count, low, median, high) in enumerate(rows):
        y = 52 + step * i
        label = html.escape(f"{adapter} · {browser} · n = {n} ({count})")
        parts.append(
            f'<text x="{left - 10}" y="{y + 4}" text-anchor="end">{label}</text>'
            f'<path d="M{x(low):.1f} {y}H{x(high):.1f}" stroke="#0072b2" stroke-width="3"/>'
            f'<circle cx="{x(median):.1f}" cy="{y}" r="5" fill="#c24b00"/>'
        )
    return "\n".join([*parts, "</svg>"])


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--out", type=Path, default=Path("course"))
    asked = parser.parse_args()
    asked.out.mkdir(parents=True, exist_ok=True)
    db, kept, left_out = read(asked.folder, asked.out)
    for name, question in [("gaps", GAPS), ("findings", FINDINGS)]:
        db.execute(f"copy ({question}) to '{quoted(asked.out / (name + '.csv'))}' (header)")
    drawn = figure(db.execute(GAPS).fetchall())
    if drawn:
        (asked.out / "gaps.svg").write_text(drawn, encoding="utf-8")
    print(json.dumps({"read": kept, "leftOut": left_out}))


if __name__ == "__main__":
    main()
