package org.sovereignbook.sbp.testkit.hostile;

import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Sends floods to a node of this machine: each envelope once, over connections that are kept, and
 * opened again when the node ends them. Immutable and thread-safe.
 *
 * @param connections at a time
 * @param addresses from which addresses of loopback they come, in turns; none for 127.0.0.1 alone
 * @param patience how long an answer is waited for
 */
public record FloodSender(
    LoopbackTarget target, int connections, List<InetAddress> addresses, Duration patience) {
  private static final int DEFAULT_CONNECTIONS = 8;

  public FloodSender {
    addresses = List.copyOf(addresses);
  }

  /** Creates a sender with eight connections from 127.0.0.1, and a minute's patience. */
  public static FloodSender to(LoopbackTarget target) {
    return new FloodSender(target, DEFAULT_CONNECTIONS, List.of(), Duration.ofMinutes(1));
  }

  /** Returns a copy with so many connections at a time. */
  public FloodSender connections(int number) {
    return new FloodSender(target, number, addresses, patience);
  }

  /** Returns a copy that sends from so many addresses, beginning with 127.0.0.2. */
  public FloodSender fromAddresses(int number) {
    return from(LoopbackTarget.addresses(0, number));
  }

  /** Returns a copy that sends from these addresses. */
  public FloodSender from(List<InetAddress> others) {
    return new FloodSender(target, connections, others, patience);
  }

  /** Returns a copy with this patience. */
  public FloodSender waiting(Duration time) {
    return new FloodSender(target, connections, addresses, time);
  }

  /** Sends all of it, and returns when the last answer is there. */
  public FloodResult send(Flood flood) {
    AtomicInteger next = new AtomicInteger();
    Map<Integer, Integer> answers = new ConcurrentHashMap<>();
    try (ExecutorService senders = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < Math.min(connections, flood.size()); i++) {
        Optional<InetAddress> from =
            addresses.isEmpty()
                ? Optional.empty()
                : Optional.of(addresses.get(i % addresses.size()));
        senders.execute(() -> send(flood, from, next, answers));
      }
    }
    return new FloodResult(new TreeMap<>(answers));
  }

  /** Posts one envelope on a connection of its own. Returns the status, or 0 without an answer. */
  public int post(byte[] envelope) {
    return send(Flood.of(List.of(envelope))).answers().firstKey();
  }

  private void send(
      Flood flood, Optional<InetAddress> from, AtomicInteger next, Map<Integer, Integer> answers) {
    int number = next.getAndIncrement();
    while (number < flood.size()) {
      try (LoopbackConnection connection = LoopbackConnection.open(target, from, patience)) {
        for (; number < flood.size(); number = next.getAndIncrement()) {
          answers.merge(connection.post(flood.envelope(number)).status(), 1, Integer::sum);
        }
      } catch (IOException e) {
        answers.merge(0, 1, Integer::sum);
        number = next.getAndIncrement();
      }
    }
  }
}
