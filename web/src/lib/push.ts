// Web push: this browser says that it is somebody's turn with no page open. `public/sw.js` is what it wakes up for that.

/** Whether this browser can do it; it wants a page with TLS, or on this machine. */
export const canBePushed = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window;

/** The address under which this browser is told, if it is already. */
export async function pushAddress(): Promise<string | undefined> {
  const worker = canBePushed() ? await navigator.serviceWorker.getRegistration('/') : undefined;
  return (await worker?.pushManager.getSubscription())?.endpoint;
}

/** Asks the player and the browser's push service for such an address, for messages signed with the server's key. */
export async function bePushed(key: string): Promise<string> {
  if ((await Notification.requestPermission()) !== 'granted') {
    throw new Error('Your browser shows no notices of this page: its settings for this site say so.');
  }
  await navigator.serviceWorker.register('/sw.js');
  const worker = await navigator.serviceWorker.ready;
  // One for another key, from before the server was set up anew, is in the way.
  const old = await worker.pushManager.getSubscription();
  await old?.unsubscribe();
  const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  return made.endpoint;
}
