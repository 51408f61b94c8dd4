// The first turn on the home page: the same map and gestures as at a table, without the figures of a table.

import { open } from "./desk.js";
import "./pointer.js";
import "./keys.js";

open();
