// Says that it is somebody's turn when no page is open (web push). The message is empty: who opens the page is shown where he plays.
self.addEventListener('push', (event) => {
  event.waitUntil(
    self.registration.showNotification('Schiltron', { body: 'It is your turn.', icon: '/icon.svg', tag: 'turn' }),
  );
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(
    self.clients
      .matchAll({ type: 'window' })
      .then((open) => (open[0] ? open[0].focus() : self.clients.openWindow('/'))),
  );
});
