# SPDX-License-Identifier: MIT
"""Calls of the program, side by side, that an interrupt ends."""

import csv
import hashlib
import json
import os
import signal
import subprocess
import threading


class CommandFailed(Exception):
    pass


class Command:
    def __init__(self, path, folder):
        self.path, self.folder = path, folder
        self.fingerprint = hashlib.sha256(path.read_bytes()).hexdigest()
        self._running, self._lock, self._stopped = set(), threading.Lock(), False

    def answer(self, arguments, accepted=(0,), limit=None):
        """The JSON object the program prints; accepted are the exit codes that are no failure, limit is in seconds."""
        output = self._output([*arguments, "--json"], accepted, limit)
        try:
            return json.loads(output)
        except ValueError as error:
            raise CommandFailed(f"the answer is no JSON: {error}") from None

    def stop(self):
        with self._lock:
            self._stopped = True
            for process in self._running:
                process.send_signal(signal.SIGINT)

    def _output(self, arguments, accepted, limit=None):
        # a group of its own, so that an interrupt reaches this script first
        process = subprocess.Popen([str(self.path), *arguments], cwd=self.folder, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True, start_new_session=True)
        with self._lock:
            self._running.add(process)
            if self._stopped:
                process.terminate()
        try:
            output, errors = process.communicate(timeout=limit)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            raise CommandFailed("time limit") from None
        finally:
            with self._lock:
                self._running.discard(process)
        if process.returncode not in accepted:
            reason = (errors.strip().splitlines() or output.strip().splitlines() or ["no message"])[-1]
            raise CommandFailed(f"exit code {process.returncode}: {reason}")
        return output


def read_samples(file, wanted=None):
    """Columns of a run by name, without units; wanted: these only."""
    with open(file, newline="") as lines:
        rows = list(csv.reader(lines))
    names = [name.split(" [")[0] for name in rows[0]]
    return {name: [float(row[i]) for row in rows[1:]] for i, name in enumerate(names) if wanted is None or name in wanted}
