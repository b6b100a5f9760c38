package org.sovereignbook.sbp.authority.agents;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.node.DiskException;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.OwnerOnly;
import org.sovereignbook.sbp.node.Polling;

/**
 * Limit on the parallel calls of an agent, {@code max_parallel_ops} (CORDELIA §2.2), over all
 * channels and processes. Each running call has a lock on a file of its own, which the operating
 * system releases however the process ends. Calls that the owner makes for an agent do not count.
 */
final class ParallelCalls {
  private static final Duration LOOK_AGAIN = Duration.ofMillis(20);

  /** Time that a new file may exist before it is locked. */
  private static final Duration BEGINNING = Duration.ofMinutes(1);

  private final Node node;
  private final Agent agent;
  private final Path folder;

  /** Prefixes of the file names of the agent, and of those of this process. */
  private final String ofAgent;

  private final String ofProcess;

  private ParallelCalls(Node node, Agent agent) {
    this.node = node;
    this.agent = agent;
    this.folder = node.home().society().resolveSibling("calls");
    this.ofAgent = agent.id().hex() + "-";
    this.ofProcess = ofAgent + Self.ID + "-";
  }

  /** Permission for one call, which ends when it is closed. */
  interface CallSlot extends AutoCloseable {
    @Override
    void close();
  }

  /** Agent with its maximum number of running calls. */
  private record Bound(Agent agent, int most) {}

  /**
   * Waits until one more call may begin. The caller is authenticated later: calls with an invalid
   * token are not counted.
   *
   * @throws SocietyException with {@code too-many-calls} when no slot is free in time
   */
  static CallSlot take(Ledger ledger, ToolCall call) {
    Optional<Bound> bound =
        call.token().isEmpty()
            ? Optional.empty()
            : ledger.read(tx -> bound(tx, call.token().get()));
    return bound.isEmpty()
        ? () -> {}
        : new ParallelCalls(ledger.node(), bound.get().agent()).take(bound.get().most());
  }

  private static Optional<Bound> bound(Transaction tx, String token) {
    return Tokens.prove(tx, token)
        .holder()
        .map(it -> new Bound(it.agent(), it.effective().capabilities().maxParallelOps()));
  }

  private CallSlot take(int most) {
    long began = System.nanoTime();
    try {
      if (!Files.isDirectory(folder)) {
        OwnerOnly.makeFolder(folder);
      }
      Optional<CallSlot> slot = enter(most);
      while (slot.isEmpty()) {
        if (System.nanoTime() - began >= node.config().get(AgentsSettings.MAX_WAIT).toNanos()) {
          throw tooMany(most);
        }
        // Waits for a random time, so that of two calls that block each other one is first.
        Polling.pause(
            node.clock(),
            LOOK_AGAIN.plusMillis(node.random().nextInt((int) LOOK_AGAIN.toMillis())));
        slot = underWay() < most ? enter(most) : Optional.empty();
      }
      return slot.get();
    } catch (IOException e) {
      throw new DiskException("cannot count the calls of an agent in", folder, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw tooMany(most);
    }
  }

  private SocietyException tooMany(int most) {
    return SocietyException.refused(
        "too-many-calls",
        "%s has %d calls under way, which is the most (max_parallel_ops)"
            .formatted(agent.name(), most),
        "try again when one of them is over",
        "more at once:  sbp agent capabilities %s --max-parallel-ops N".formatted(agent.name()));
  }

  /** Announces this call first, then checks whether that is one too many. */
  private Optional<CallSlot> enter(int most) throws IOException {
    Path file = folder.resolve(ofProcess + node.randomId());
    FileChannel channel =
        FileChannel.open(
            file,
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
            OwnerOnly.fileIn(folder));
    CallSlot slot = () -> leave(file, channel);
    try {
      channel.lock();
      channel.write(ByteBuffer.wrap(new byte[] {1}));
      if (underWay() <= most) {
        return Optional.of(slot);
      }
    } catch (IOException | RuntimeException e) {
      slot.close();
      throw e;
    }
    slot.close();
    return Optional.empty();
  }

  private static void leave(Path file, FileChannel channel) {
    try (channel) {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new DiskException("cannot remove", file, e);
    }
  }

  private int underWay() throws IOException {
    int count = 0;
    for (String name : node.disk().names(folder)) {
      count += name.startsWith(ofAgent) && isUnderWay(folder.resolve(name)) ? 1 : 0;
    }
    return count;
  }

  private boolean isUnderWay(Path file) throws IOException {
    if (file.getFileName().toString().startsWith(ofProcess)) {
      // Closing a second channel would free this process's own lock (POSIX).
      return true;
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      if (isLocked(channel)) {
        return true;
      }
      Instant old = node.clock().instant().minus(BEGINNING);
      boolean begins =
          channel.size() == 0 && Files.getLastModifiedTime(file).toInstant().isAfter(old);
      if (!begins) {
        // The process of this file has ended.
        Files.deleteIfExists(file);
      }
      return begins;
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  @SuppressWarnings("NullAway") // tryLock returns null when another process has the lock.
  private static boolean isLocked(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() == null;
    } catch (OverlappingFileLockException e) {
      return true;
    }
  }

  /** Name of this process that stays unique, since the operating system reuses numbers. */
  private static final class Self {
    static final String ID = id(ProcessHandle.current());

    private static String id(ProcessHandle self) {
      long started = self.info().startInstant().orElse(Instant.EPOCH).toEpochMilli();
      return "%d-%d".formatted(self.pid(), started);
    }
  }
}
