package org.sovereignbook.sbp.authority.agents;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.sovereignbook.sbp.authority.access.Globs;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.Misfit;
import org.sovereignbook.sbp.base.json.Shape;

/**
 * Upper bounds of an agent's rights (CORDELIA §2): a lattice, in which a child's never exceed its
 * parent's. Every field of §2.2 is compared, even those that §2.4 leaves out. Immutable.
 *
 * @param tools names of tools, such as {@code task_claim}
 * @param maxParallelOps 1 to 100
 * @param ttlSeconds how long it lives after its registration; 0 means without end
 * @param autonomous whether it may work without its parent's supervision
 */
public record Capabilities(
    MemoryScope memoryRead,
    MemoryScope memoryWrite,
    Globs tools,
    int maxParallelOps,
    long ttlSeconds,
    boolean autonomous) {
  public static final int MAX_PARALLEL_OPS = 100;

  /** A hundred years. */
  public static final long MAX_TTL_SECONDS = 3_155_760_000L;

  private static final int USUAL_PARALLEL_OPS = 5;

  /** Capabilities of the owner. */
  public static final Capabilities ALL =
      new Capabilities(MemoryScope.ALL, MemoryScope.ALL, Globs.ALL, MAX_PARALLEL_OPS, 0, true);

  /** Form in JSON; an absent field is denied, or has its usual value. */
  private record Declared(
      Optional<MemoryScope.Declared> memoryRead,
      Optional<MemoryScope.Declared> memoryWrite,
      Optional<List<String>> tools,
      Optional<Integer> maxParallelOps,
      Optional<Long> ttlSeconds,
      Optional<Boolean> autonomous) {}

  public Capabilities {
    if (maxParallelOps < 1 || maxParallelOps > MAX_PARALLEL_OPS) {
      throw new IllegalArgumentException(
          "max_parallel_ops is 1 to %d, not %d".formatted(MAX_PARALLEL_OPS, maxParallelOps));
    }
    if (ttlSeconds < 0 || ttlSeconds > MAX_TTL_SECONDS) {
      throw new IllegalArgumentException(
          "ttl_seconds is 0 (no limit) to %d, not %d".formatted(MAX_TTL_SECONDS, ttlSeconds));
    }
  }

  /** Returns capabilities with tools only. */
  public static Capabilities ofTools(Globs tools) {
    return new Capabilities(
        MemoryScope.NONE, MemoryScope.NONE, tools, USUAL_PARALLEL_OPS, 0, false);
  }

  /**
   * Returns capabilities with tools, and with the memory that every agent usually has: its own,
   * that of its groups, and public items to read.
   */
  static Capabilities usual(Globs tools) {
    return new Capabilities(
        MemoryScope.ALL,
        new MemoryScope(
            MemoryScope.ALL.layers(),
            Globs.ALL,
            Set.of(MemoryScope.Visibility.PRIVATE, MemoryScope.Visibility.GROUP)),
        tools,
        USUAL_PARALLEL_OPS,
        0,
        false);
  }

  public Capabilities withTools(Globs others) {
    return new Capabilities(
        memoryRead, memoryWrite, others, maxParallelOps, ttlSeconds, autonomous);
  }

  /**
   * Parses the object of §2.2, which may have no other members.
   *
   * @throws IllegalArgumentException that names the invalid part
   */
  public static Capabilities parse(JsonObject json) {
    Declared declared;
    try {
      declared = Shape.of(Declared.class).readExactly(json);
    } catch (Misfit e) {
      throw new IllegalArgumentException(e.in("the capabilities object"), e);
    }
    return new Capabilities(
        declared.memoryRead().map(scope -> scope.scope("memory_read")).orElse(MemoryScope.NONE),
        declared.memoryWrite().map(scope -> scope.scope("memory_write")).orElse(MemoryScope.NONE),
        Globs.declared("tools", declared.tools().orElse(List.of())),
        declared.maxParallelOps().orElse(USUAL_PARALLEL_OPS),
        declared.ttlSeconds().orElse(0L),
        declared.autonomous().orElse(false));
  }

  /** Returns the object of §2.2 in canonical form. */
  public JsonObject json() {
    return Shape.write(
        new Declared(
            declared(memoryRead),
            declared(memoryWrite),
            Optional.of(tools.patterns()),
            Optional.of(maxParallelOps),
            Optional.of(ttlSeconds),
            Optional.of(autonomous)));
  }

  private static Optional<MemoryScope.Declared> declared(MemoryScope scope) {
    return scope.isNone() ? Optional.empty() : Optional.of(scope.declared());
  }

  /** Returns whether the other includes all of these capabilities: C(A) ≤ C(P). */
  public boolean isWithin(Capabilities other) {
    return beyond(other).isEmpty();
  }

  /**
   * Returns the parts of these capabilities that exceed the other's, each as a user would write it:
   * {@code tools task_claim}.
   */
  public List<String> beyond(Capabilities other) {
    List<String> beyond = new ArrayList<>(memoryRead.beyond(other.memoryRead, "memory_read"));
    beyond.addAll(memoryWrite.beyond(other.memoryWrite, "memory_write"));
    tools.beyond(other.tools).forEach(tool -> beyond.add("tools " + tool));
    if (maxParallelOps > other.maxParallelOps) {
      beyond.add(
          "max_parallel_ops %d (at most %d)".formatted(maxParallelOps, other.maxParallelOps));
    }
    if (lastingSeconds(ttlSeconds) > lastingSeconds(other.ttlSeconds)) {
      beyond.add(
          "ttl_seconds %d (%sat most %d)"
              .formatted(ttlSeconds, ttlSeconds == 0 ? "no limit; " : "", other.ttlSeconds));
    }
    if (autonomous && !other.autonomous) {
      beyond.add("autonomous true");
    }
    return beyond;
  }

  public Capabilities meet(Capabilities other) {
    return new Capabilities(
        memoryRead.meet(other.memoryRead),
        memoryWrite.meet(other.memoryWrite),
        tools.meet(other.tools),
        Math.min(maxParallelOps, other.maxParallelOps),
        lastingSeconds(ttlSeconds) < lastingSeconds(other.ttlSeconds)
            ? ttlSeconds
            : other.ttlSeconds,
        autonomous && other.autonomous);
  }

  /** Returns when the life of an agent registered at that time ends, in milliseconds since 1970. */
  Optional<Long> endsMs(long registeredMs) {
    return ttlSeconds == 0 ? Optional.empty() : Optional.of(registeredMs + ttlSeconds * 1000);
  }

  private static long lastingSeconds(long ttlSeconds) {
    return ttlSeconds == 0 ? Long.MAX_VALUE : ttlSeconds;
  }
}
