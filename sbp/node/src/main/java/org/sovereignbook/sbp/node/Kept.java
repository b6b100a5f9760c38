package org.sovereignbook.sbp.node;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Cache of one process for one node, to spare reading unchanged data again. Each package caches
 * objects of its own types, which check themselves whether they are up to date. Thread-safe.
 */
public final class Kept {
  private final Map<Class<?>, Object> all = new ConcurrentHashMap<>();

  /** Returns the cached object of a type, made on first use; it must be thread-safe itself. */
  public <T> T of(Class<T> type, Supplier<T> make) {
    return type.cast(all.computeIfAbsent(type, _ -> make.get()));
  }
}
