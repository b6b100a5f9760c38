package org.sovereignbook.sbp.testkit.simulation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.store.StoreException;

/**
 * Questions of agents to their nodes, with the answers, as Jepsen's checkers read it: lists of maps
 * in EDN (docs/simulation.md). A node that came back from an old backup is left out.
 */
final class Histories {
  /** Processes of one worker, of which each ends with an operation whose outcome is unknown. */
  private static final int PROCESSES = 1_000;

  private final Supplier<Instant> now;
  private final Instant start;
  private final List<Line> lines = new ArrayList<>();
  private final Map<String, Integer> processes = new HashMap<>();
  private final Set<Integer> restored = new HashSet<>();

  /** Kind of a history; each is a file. */
  enum Kind {
    LEASES,
    MAIL
  }

  /**
   * One line of a history.
   *
   * @param node whose state it is about
   * @param f what is done, such as {@code claim}
   * @param value in EDN
   */
  private record Line(
      Kind kind, int node, String type, String f, String value, int process, Duration time) {
    String edn(int index) {
      return "{:type :%s, :f :%s, :value %s, :process %d, :time %d, :index %d}"
          .formatted(type, f, value, process, time.toNanos(), index);
    }
  }

  /**
   * Question to a node.
   *
   * @param node whose state it is about
   * @param worker who asks, and waits for the answer
   */
  record Call(Kind kind, int node, String worker, String f, String value) {}

  Histories(Supplier<Instant> now) {
    this.now = now;
    this.start = now.get();
  }

  void restored(int node) {
    restored.add(node);
  }

  /**
   * Does what is asked, and notes how it ended.
   *
   * @param answer the value of the answer, in EDN; nothing when it was not done
   */
  <T> T during(Call call, Supplier<T> work, Function<T, Optional<String>> answer) {
    add(call, "invoke", call.value());
    boolean isKnown = false;
    try {
      T made = work.get();
      Optional<String> value = answer.apply(made);
      add(call, value.isPresent() ? "ok" : "fail", value.orElse(call.value()));
      isKnown = true;
      return made;
    } catch (SocietyException | StoreException e) {
      add(call, "fail", call.value());
      isKnown = true;
      throw e;
    } finally {
      if (!isKnown) {
        // The machine died: it was done, or not.
        add(call, "info", call.value());
        processes.merge(call.worker(), process(call.worker()) + 1, (_, next) -> next);
      }
    }
  }

  private int process(String worker) {
    return processes.computeIfAbsent(worker, _ -> processes.size() * PROCESSES);
  }

  private void add(Call call, String type, String value) {
    lines.add(
        new Line(
            call.kind(),
            call.node(),
            type,
            call.f(),
            value,
            process(call.worker()),
            Duration.between(start, now.get())));
  }

  /** Returns a history, a map a line. */
  List<String> of(Kind kind) {
    List<String> history = new ArrayList<>();
    for (Line line : lines) {
      if (line.kind() == kind && !restored.contains(line.node())) {
        history.add(line.edn(history.size()));
      }
    }
    return history;
  }

  /** Writes the histories of a seed into a folder. */
  void write(Path folder, long seed) {
    try {
      Files.createDirectories(folder);
      for (Kind kind : Kind.values()) {
        String name = kind.toString().toLowerCase(Locale.ROOT) + "-" + seed + ".edn";
        Path _ =
            Files.writeString(folder.resolve(name), "[" + String.join("\n ", of(kind)) + "]\n");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
