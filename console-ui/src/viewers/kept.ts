/** Values that are kept up to a weight in all; what was used longest ago goes first. */
export class Kept<T> {
  private readonly values = new Map<string, { value: T; weight: number }>();
  private weight = 0;

  constructor(private readonly most: number) {}

  has(key: string): boolean {
    return this.values.has(key);
  }

  get(key: string): T | undefined {
    const found = this.values.get(key);
    if (!found) return undefined;
    this.values.delete(key);
    this.values.set(key, found);
    return found.value;
  }

  /** What is heavier than everything that may be kept is not kept. */
  put(key: string, value: T, weight: number): void {
    this.drop(key);
    if (weight > this.most) return;
    this.values.set(key, { value, weight });
    this.weight += weight;
    for (const oldest of this.values.keys()) {
      if (this.weight <= this.most) break;
      this.drop(oldest);
    }
  }

  private drop(key: string): void {
    this.weight -= this.values.get(key)?.weight ?? 0;
    this.values.delete(key);
  }
}
