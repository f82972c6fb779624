"""Documents as the compact JSON that the service and the command line write."""

from __future__ import annotations

import json

json_text = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode
