// Plays notes with the means of the browser: an oscillator for each, softer the more there are, without clicks.
export interface Sound {
  /** In seconds from the beginning. */
  at: number;
  lasts: number;
  /** As on a piano: 69 is the a of 440 Hz. */
  keys: readonly number[];
  /** How many sound in other voices at that time. */
  among: number;
}

const LOUD = 0.35;

export const frequency = (key: number): number => 440 * 2 ** ((key - 69) / 12);

export const schedule = (context: BaseAudioContext, sounds: readonly Sound[], begin = context.currentTime): OscillatorNode[] => {
  const wave = context.createPeriodicWave(new Float32Array([0, 0, 0, 0, 0]), new Float32Array([0, 1, 0.4, 0.2, 0.08]));
  const made: OscillatorNode[] = [];
  for (const sound of sounds) {
    for (const key of sound.keys) {
      const [tone, gain] = [context.createOscillator(), context.createGain()];
      const [from, to, loud] = [begin + sound.at, begin + sound.at + Math.max(0.08, sound.lasts * 0.95), LOUD / Math.sqrt(Math.max(1, sound.among))];
      tone.setPeriodicWave(wave);
      tone.frequency.value = frequency(key);
      gain.gain.setValueAtTime(0, from);
      gain.gain.linearRampToValueAtTime(loud, from + 0.02);
      gain.gain.linearRampToValueAtTime(loud * 0.6, Math.max(from + 0.03, to - 0.05));
      gain.gain.linearRampToValueAtTime(0, to);
      tone.connect(gain).connect(context.destination);
      tone.start(from);
      tone.stop(to + 0.02);
      made.push(tone);
    }
  }
  return made;
};

/** One tune at a time; `seen` is told when a sound begins, and at the end. */
export class Player {
  private context: AudioContext | null = null;
  private tones: OscillatorNode[] = [];
  private timers: number[] = [];

  play(sounds: readonly Sound[], seen: (at: number | null) => void): void {
    this.stop();
    if (!sounds.length) return seen(null);
    this.context ??= new AudioContext();
    void this.context.resume();
    const begin = this.context.currentTime + 0.05;
    this.tones = schedule(this.context, sounds, begin);
    sounds.forEach((sound, at) => this.timers.push(window.setTimeout(() => seen(at), 1000 * (sound.at + 0.05))));
    const end = Math.max(...sounds.map((sound) => sound.at + sound.lasts));
    this.timers.push(window.setTimeout(() => (this.stop(), seen(null)), 1000 * (end + 0.1)));
  }

  stop(): void {
    for (const timer of this.timers) clearTimeout(timer);
    for (const tone of this.tones) {
      try {
        tone.stop();
      } catch {
        // It has not begun, or is over.
      }
    }
    this.timers = [];
    this.tones = [];
  }

  get isPlaying(): boolean {
    return this.timers.length > 0;
  }
}
