// An animated picture: frames of a page, each shown for its time.

import sharp from "sharp";

export class Film {
  #frames = [];
  #delays = [];

  /** Adds what the page shows now, for so many milliseconds. */
  async show(page, ms) {
    this.#frames.push(await page.screenshot());
    this.#delays.push(ms);
  }

  /** Writes the frames as an animated WebP that begins again at its end. */
  async save(file) {
    await sharp(this.#frames, { join: { animated: true } }).webp({ delay: this.#delays, loop: 0, quality: 80 }).toFile(file);
  }
}
