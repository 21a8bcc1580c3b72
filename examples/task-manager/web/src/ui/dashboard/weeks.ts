/** The starts of the last weeks (Monday, local time), oldest first, this week's last. */
export function weekStarts(now: Date, count: number): string[] {
  const monday = new Date(now.getFullYear(), now.getMonth(), now.getDate());
  monday.setDate(monday.getDate() - ((monday.getDay() + 6) % 7));
  return Array.from({ length: count }, (_, index) => {
    const start = new Date(monday);
    start.setDate(start.getDate() - (count - 1 - index) * 7);
    return start.toISOString();
  });
}

/** The same time of day a week later, which is an hour more or less where the clocks change. */
export function weekLater(start: string): string {
  const later = new Date(start);
  later.setDate(later.getDate() + 7);
  return later.toISOString();
}
