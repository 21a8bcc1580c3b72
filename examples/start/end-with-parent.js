// Loaded before a service that `npm start` runs: the service ends with the process that started it, however that one ends.
if (process.channel && process.ppid === Number(process.env.STARTED_BY)) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  // Not a reason to go on once the service has stopped by itself.
  process.channel.unref();
}
