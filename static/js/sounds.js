// Sounds of a table, soft, short and synthesized. Loaded only if sounds are on. `carto:sound` requests one by name
//. A hidden page plays only the sound for the viewer's turn.

const LOUDNESS = 0.3;
// Delay in seconds after the event, so that sounds follow each other.
const AFTER = { pen: 0, gain: 0.35, card: 0.5, end: 0.5, turn: 0.9 };

let context; // browsers allow no sound before the first interaction
let out;
let hiss;

function wake() {
  if (!context) {
    context = new AudioContext();
    out = new GainNode(context, { gain: LOUDNESS });
    out.connect(context.destination);
    hiss = context.createBuffer(1, context.sampleRate, context.sampleRate);
    hiss.copyToChannel(Float32Array.from({ length: context.sampleRate }, () => Math.random() * 2 - 1), 0);
  }
  context.resume();
}

// Play through a gain that rises within `rise` seconds and fades out.
function sing(source, volume, at, rise, length) {
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(volume, at + rise);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  source.connect(gain).connect(out);
}

function tone(frequency, volume, at, length, type = "sine") {
  const source = new OscillatorNode(context, { frequency, type });
  sing(source, volume, at, 0.015, length);
  source.start(at);
  source.stop(at + length);
}

function brush(from, to, volume, at, length) {
  const source = new AudioBufferSourceNode(context, { buffer: hiss });
  const filter = new BiquadFilterNode(context, { type: "bandpass", frequency: from, Q: 1.5 });
  filter.frequency.setValueAtTime(from, at);
  filter.frequency.exponentialRampToValueAtTime(to, at + length);
  sing(source.connect(filter), volume, at, length / 3, length);
  source.start(at);
  source.stop(at + length);
}

const SOUNDS = {
  pen(at) {
    brush(2600, 4200, 0.25, at, 0.16);
    brush(4000, 2400, 0.2, at + 0.16, 0.2);
  },
  gain(at) {
    tone(1860, 0.16, at, 0.5);
    tone(2795, 0.08, at + 0.02, 0.35);
  },
  card(at) {
    brush(500, 2600, 0.4, at, 0.26);
  },
  end(at) {
    for (const frequency of [130.8, 196, 261.6, 329.6]) tone(frequency, 0.12, at, 2.2, "triangle");
  },
  turn(at) {
    tone(523.3, 0.15, at, 0.5);
    tone(784, 0.15, at + 0.18, 0.7);
  },
};

addEventListener("carto:sound", ({ detail: name }) => {
  const wanted = "sounds" in document.documentElement.dataset && (!document.hidden || name === "turn");
  if (wanted && context?.state === "running") SOUNDS[name](context.currentTime + AFTER[name]);
});

for (const touched of ["pointerup", "click", "keydown"]) addEventListener(touched, wake, true);
if (navigator.userActivation?.hasBeenActive) wake();
