# SPDX-License-Identifier: MIT
"""Answers of the program that are kept, so that an interrupted study continues where it stopped."""

import concurrent.futures
import json
import threading

from .command import Command, CommandFailed


class RememberingCommand(Command):
    """Keeps each answer in answers.jsonl as it comes, for as long as the program is the same."""

    def __init__(self, path, root, out):
        super().__init__(path, root)
        self.out = out
        self._file, self._guard = out / "answers.jsonl", threading.Lock()
        self._stored = self._load()

    def _load(self):
        try:
            first, *lines = self._file.read_text().splitlines()
            if json.loads(first)["program"] == self.fingerprint:
                return dict(json.loads(line) for line in lines)
        except (OSError, ValueError, KeyError, TypeError):
            pass
        self._file.write_text(json.dumps({"program": self.fingerprint}) + "\n")
        return {}

    def remember(self, key, answer):
        with self._guard, open(self._file, "a") as lines:
            lines.write(json.dumps([key, answer]) + "\n")
        self._stored[key] = answer
        return answer


def ask_all(program, work, jobs, say, every):
    """What is not stored yet, side by side; answers by key and failures by key."""
    answers = {item.key(): answer for item in work if (answer := program.stored(item)) is not None}
    missing = list({item.key(): item for item in work if item.key() not in answers}.values())
    if answers:
        say(f"{len(answers)} are there from an earlier run")
    failures = {}
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        tasks = {pool.submit(program.ask, item): item for item in missing}
        try:
            for count, task in enumerate(concurrent.futures.as_completed(tasks), 1):
                item = tasks[task]
                try:
                    answers[item.key()] = task.result()
                except CommandFailed as failure:
                    failures[item.key()] = str(failure)
                    say(f"FAILED {item.key()}: {failure}")
                if count % every == 0 or count == len(missing):
                    say(f"{count} of {len(missing)} done")
        except KeyboardInterrupt:
            program.stop()
            pool.shutdown(cancel_futures=True)
            raise
    return answers, failures
