// Plays the rules in a worker. See web/worker.py.

import { serve } from "./python.js";

serve("kingsburg_rules.web.worker");
