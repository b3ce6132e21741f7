"""Result files of a course that never was, to try `course.py` with: `python generate.py FOLDER COUNT [SEED]`.

Each is a small document of the page's form: an experiment, a machine, a size, and numbers scattered around what such a
machine would measure. They are made up and say nothing about real machines.
"""

import json
import random
import sys
from pathlib import Path

MACHINES = [("Adapter A", "Chrome 156", 4.0), ("Adapter B", "Firefox 153", 9.0), ("Adapter C", "Safari 27", 15.0), ("Adapter D", "Chrome 156", 60.0)]
SIZES = [256, 512, 1000]


def document(draw):
    """One result of the warm-up; a small gap cannot be distinguished from the browser's own delay."""
    adapter, browser, speed = draw.choice(MACHINES)
    n = draw.choice(SIZES)
    gap = speed * (n / 512) ** 3 * draw.lognormvariate(0, 0.3)
    return {
        "schema": 1,
        "experiment": "warmup",
        "date": f"2026-{draw.randint(1, 12):02}-{draw.randint(1, 28):02}T10:00:00.000Z",
        "device": "webgpu",
        "parameters": {"n": n, "repetitions": 10},
        "info": {"browser": browser, "adapter": {"name": adapter, "vendor": "", "software": False}},
        "measures": {"gap": {"value": gap, "unit": "ms", "bound": "≤"}, "enqueued": {"value": 0.1, "unit": "ms"}},
        "finding": {"key": "found" if gap > 2 else "coarse", "values": {}},
        "distortions": [],
    }


def main():
    folder, count = Path(sys.argv[1]), int(sys.argv[2])
    draw = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    for i in range(count):
        # A thousand in each folder: file systems are slow where all lie in one.
        place = folder / f"{i // 1000:04}"
        if i % 1000 == 0:
            place.mkdir(parents=True, exist_ok=True)
        (place / f"{i:07}.json").write_text(json.dumps(document(draw)), encoding="utf-8")


if __name__ == "__main__":
    main()
