"""What a run of a command costs; shared by the benchmarks of whole pipelines."""

import os
import statistics
import subprocess
import sys
import tempfile
import time


class Usage:
    """CPU (user + system), wall time and peak memory of one run of a command."""

    def __init__(self, command, **options):
        before = time.monotonic()
        with tempfile.TemporaryFile() as errors:
            process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=errors, **options)
            # Not ru_maxrss: that of a child starts with what its parent held.
            self.memory_mb = 0
            while not self.ended(process):
                self.memory_mb = max(self.memory_mb, peak_mb(process.pid))
                time.sleep(0.002)
            self.wall_ms = (time.monotonic() - before) * 1000
            errors.seek(0)
            if process.returncode != 0:
                sys.exit(f"{command[0]}: {process.returncode}\n{errors.read().decode()}")

    def ended(self, process):
        pid, status, usage = os.wait4(process.pid, os.WNOHANG)
        if pid:
            process.returncode = os.waitstatus_to_exitcode(status)
            self.cpu_s = usage.ru_utime + usage.ru_stime
        return pid != 0


def peak_mb(pid):
    try:
        with open(f"/proc/{pid}/status", encoding="ascii") as status:
            for line in status:
                if line.startswith("VmHWM"):
                    return int(line.split()[1]) / 1024
    except OSError:
        pass
    return 0


def median(runs, what):
    return statistics.median(getattr(run, what) for run in runs)
