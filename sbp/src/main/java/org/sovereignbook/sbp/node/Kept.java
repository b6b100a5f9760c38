package org.sovereignbook.sbp.node;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * What a process keeps in memory of one node, to spare reading again what has not changed: each
 * room its own, under a type of its own, which says itself whether it is still true. Thread-safe.
 */
public final class Kept {
  private final Map<Class<?>, Object> all = new ConcurrentHashMap<>();

  /** What is kept under a type; made when first asked for, thread-safe itself. */
  public <T> T of(Class<T> type, Supplier<T> make) {
    return type.cast(all.computeIfAbsent(type, _ -> make.get()));
  }
}
