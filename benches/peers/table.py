"""Runs all checkers over the mix, one after the other, and writes one table.

usage: table.py WORK BARROW RESULTS    WORK/mix.jsonl is read, WORK/outcomes.jsonl written; in RESULTS the text between
                                       the marks is replaced
"""
import datetime
import json
import os
import platform
import queue
import subprocess
import sys
import threading
import time
from importlib.metadata import version
from pathlib import Path

from checkers import CHECKERS, NEEDS_PUBLISHED

LIMIT = 15.0  # seconds for one pair of a peer
REPEATED = {"textbook": 50, "adversarial": 10}  # how often barrow reads the mix in one run
MARKS = ("<!-- table: written by benches/peers/run.sh -->", "<!-- end of the table -->")
PACKAGES = ["sympy", "math-verify", "alkahest"]


class Worker:
    """A process that answers one line with one line, and is replaced when it does not."""

    def __init__(self, name):
        self.name, self.process = name, None

    def start(self):
        # Some of SymPy's answers depend on the order of sets.
        environment = {**os.environ, "PYTHONHASHSEED": "0"}
        self.process = subprocess.Popen(
            [sys.executable, str(Path(__file__).with_name("checkers.py")), self.name], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment)
        self.lines = queue.Queue()
        threading.Thread(target=self.read, args=(self.process, self.lines), daemon=True).start()
        if self.lines.get(timeout=120) is None:
            raise SystemExit(f"{self.name} does not start")

    @staticmethod
    def read(process, lines):
        for line in process.stdout:
            lines.put(json.loads(line))
        lines.put(None)

    def ask(self, row):
        if self.process is None:
            self.start()
        start = time.perf_counter()
        try:
            self.process.stdin.write(json.dumps(row) + "\n")
            self.process.stdin.flush()
            answer = self.lines.get(timeout=LIMIT)
        except queue.Empty:
            answer = ("time", LIMIT, f"more than {LIMIT:.0f} s")
        except BrokenPipeError:
            answer = None
        if answer is None:
            answer = ("failed", time.perf_counter() - start, "the process ended")
        if answer[0] == "time" or answer[2] == "the process ended":
            self.stop()
        return answer

    def stop(self):
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None


def judge(row, outcome):
    """`right`, `wrong` or `undecided`: what an outcome is worth to whoever pays for right answers."""
    allowed = set(row["expect"].split("|"))
    if outcome == "accept":
        return "right" if "equal" in allowed else "wrong"
    refusable = "invalid" in allowed
    if outcome == "unread":
        return "right" if refusable else "undecided"
    if outcome == "reject":
        return "right" if refusable or "different" in allowed else "wrong"
    return "undecided"


def quantile(times, part):
    ordered = sorted(times)
    return ordered[int((len(ordered) - 1) * part)]


def figures(times):
    return {"rate": len(times) / sum(times), "median": quantile(times, 0.5), "p99": quantile(times, 0.99),
            "slowest": max(times)}


def peer(name, rows, log):
    worker, answers = Worker(name), {}
    asked = [row for row in rows if row["kind"] != "adversarial" or name not in NEEDS_PUBLISHED]
    for row in asked:
        outcome, seconds, remark = worker.ask(row)
        answers[row["number"]] = (judge(row, outcome), seconds)
        log(name, row, outcome, seconds, remark)
    worker.stop()
    result = {"name": name, "judged": {row["number"]: answers[row["number"]][0] for row in asked}}
    for part in ("textbook", "adversarial"):
        times = [answers[row["number"]][1] for row in asked if row["part"] == part]
        result[part] = figures(times) if times else None
    return result


def barrow(binary, rows, work, jobs, log):
    """Whole processes: texts in, records out."""
    result = {"name": f"barrow, {jobs} thread{'s' * (jobs > 1)}", "judged": {}}
    for part in ("textbook", "adversarial"):
        asked = [row for row in rows if row["part"] == part]
        records = [{key: value for key, value in row.items() if key in
                    ("integrand", "antiderivative", "syntax", "dialect")} for row in asked]
        source, out, summary = (work / f"{part}.{end}" for end in ("jsonl", "out.jsonl", "summary.json"))
        source.write_text("".join(json.dumps(record) + "\n" for record in records) * REPEATED[part])
        # The middle one of three runs.
        runs = []
        for _ in range(3):
            start = time.perf_counter()
            subprocess.run([binary, "batch", source, "-j", str(jobs), "-o", out, "--summary-json", summary], check=True,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            runs.append((time.perf_counter() - start, json.loads(summary.read_text())))
        seconds, found = sorted(runs, key=lambda run: run[0])[1]
        result[part] = {"rate": len(asked) * REPEATED[part] / seconds, "median": found["median_ms"] / 1e3,
                        "p99": found["p99_ms"] / 1e3, "slowest": found["longest_ms"] / 1e3}
        with open(out, encoding="utf-8") as verdicts:
            for row, line in zip(asked, verdicts):
                record = json.loads(line)
                outcome = {"equal": "accept", "different": "reject", "invalid": "unread"}.get(record["verdict"], "undecided")
                result["judged"][row["number"]] = judge(row, outcome)
                log(result["name"], row, outcome, None, record.get("reason") or record.get("message") or "")
    return result


def milliseconds(seconds):
    value = seconds * 1e3
    return f"{value:,.0f} ms" if value >= 100 else f"{value:.2g} ms"


def rate(value):
    return f"{value:,.0f}" if value >= 100 else f"{value:.2g}"


def timing(found):
    if found is None:
        return ["—"] * 4
    return [rate(found["rate"])] + [milliseconds(found[name]) for name in ("median", "p99", "slowest")]


def count(result, rows, kind):
    judged = [result["judged"][row["number"]] for row in rows if row["kind"] == kind and row["number"] in result["judged"]]
    if not judged:
        return "—"
    return " / ".join(str(judged.count(name)) for name in ("right", "wrong", "undecided"))


def table(rows, results, took):
    kinds = ("right", "mutant", "adversarial")
    sizes = {kind: sum(row["kind"] == kind for row in rows) for kind in kinds}
    cpu = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        cpu = next((line.split(":")[1].strip() for line in cpuinfo.read_text().splitlines() if line.startswith("model name")), cpu)
    packages = ", ".join(f"{name} {version(name)}" for name in PACKAGES)
    load = os.getloadavg()[0]
    lines = [
        f"{datetime.date.today():%-d %B %Y}; {cpu}, {os.cpu_count()} cores (load when it began {START_LOAD:.1f}, at the end {load:.1f}); "
        f"Python {platform.python_version()}, {packages}.",
        f"{len(rows)} pairs, the same for all: {sizes['right']} right answers, {sizes['mutant']} mutants, {sizes['adversarial']} "
        f"adversarial rows; at most {LIMIT:.0f} s a pair. The run took {took / 60:.1f} minutes.",
        "",
        "| | textbook: pairs/s | median | p99 | slowest | adversarial: pairs/s | median | p99 | slowest |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for result in results:
        cells = timing(result["textbook"]) + timing(result["adversarial"])
        lines.append(f"| {result['name']} | {' | '.join(cells)} |")
    lines += ["", "Right / wrong / undecided:", "",
              "| | right answers | mutants | adversarial | wrong in all |", "|---|---|---|---|---|"]
    for result in results:
        wrong = list(result["judged"].values()).count("wrong")
        cells = [count(result, rows, kind) for kind in kinds]
        lines.append(f"| {result['name']} | {' | '.join(cells)} | {wrong} |")
    one, peers = results[0], [result for result in results if not result["name"].startswith("barrow")]
    every = results[1]
    lines += ["", "Pairs a second, barrow over the peer (one process each, and barrow on all cores):", "",
              "| | textbook, 1 thread | textbook, all cores | adversarial, 1 thread |", "|---|---|---|---|"]
    for result in peers:
        cells = [f"{rate(ours[part]['rate'] / result[part]['rate'])}×" if result[part] else "—"
                 for ours, part in ((one, "textbook"), (every, "textbook"), (one, "adversarial"))]
        lines.append(f"| {result['name']} | {' | '.join(cells)} |")
    return "\n".join(lines)


def write(results_file, text):
    old = results_file.read_text() if results_file.exists() else "\n".join(("# Results", "", *MARKS, ""))
    before, rest = old.split(MARKS[0])
    after = rest.split(MARKS[1])[1]
    results_file.write_text(f"{before}{MARKS[0]}\n\n{text}\n\n{MARKS[1]}{after}")


def main():
    work, binary, results_file = (Path(argument) for argument in sys.argv[1:4])
    rows = [json.loads(line) for line in open(work / "mix.jsonl", encoding="utf-8")]
    for number, row in enumerate(rows):
        row["number"] = number
        row["part"] = "adversarial" if row["kind"] == "adversarial" else "textbook"
    start = time.perf_counter()
    with open(work / "outcomes.jsonl", "w", encoding="utf-8") as out:
        def log(name, row, outcome, seconds, remark):
            record = {"checker": name, "id": row["id"], "kind": row["kind"], "expect": row["expect"], "outcome": outcome,
                      "judged": judge(row, outcome), "seconds": seconds, "remark": remark, "integrand": row["integrand"],
                      "antiderivative": row["antiderivative"]}
            out.write(json.dumps(record) + "\n")
            out.flush()

        results = [barrow(binary, rows, work, jobs, log) for jobs in (1, os.cpu_count())]
        for name in CHECKERS:
            print(f"{name} …", file=sys.stderr, flush=True)
            results.append(peer(name, rows, log))
    text = table(rows, results, time.perf_counter() - start)
    print(text)
    write(results_file, text)


START_LOAD = os.getloadavg()[0]
if __name__ == "__main__":
    main()
