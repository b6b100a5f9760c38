package org.sovereignbook.sbp.cli.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.sovereignbook.sbp.cli.doctor.Finding.Verdict;
import org.sovereignbook.sbp.http.PeerClient;
import org.sovereignbook.sbp.json.Shape;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.plugin.Extensions;
import org.sovereignbook.sbp.plugin.PluginException;
import org.sovereignbook.sbp.store.Stores;

/** All checks in the order in which they should be mended. Changes nothing on the node. */
record Checkup(int passed, int failed, int skipped, List<Check> checks) {

  /** One line of the checklist: the thing that was looked at, and what was found. */
  private record Check(@Shape.Named("check") String what, @Shape.Inline Finding finding) {
    List<String> lines() {
      String line = "%s  %s: %s".formatted(finding.verdict(), what, finding.found());
      return Stream.concat(Stream.of(line), finding.remedy().map("      "::concat).stream())
          .toList();
    }
  }

  /** One check; whatever it throws is what it found. */
  @FunctionalInterface
  private interface Checker {
    Finding check() throws InterruptedException;
  }

  public Checkup {
    checks = List.copyOf(checks);
  }

  private Checkup(List<Check> checks) {
    this(
        count(checks, Verdict.PASS),
        count(checks, Verdict.FAIL),
        count(checks, Verdict.SKIP),
        checks);
  }

  /**
   * Goes through the whole list.
   *
   * @param stores opens the node's store; the checks of what is in it fail when that fails
   * @param client with a time limit; used for this node's own endpoint only
   * @param extensions where the chosen backend is found, and loaded if it is a plugin
   */
  public static Checkup of(Node node, Stores stores, PeerClient client, Extensions extensions)
      throws InterruptedException {
    try (StateChecks state = new StateChecks(node, stores)) {
      return of(node, state, client, extensions);
    }
  }

  private static Checkup of(Node node, StateChecks state, PeerClient client, Extensions extensions)
      throws InterruptedException {
    List<Check> checks = new ArrayList<>();
    FileChecks files = new FileChecks(node, node.home());
    IdentityChecks identity = new IdentityChecks(node, node.home());
    ReachChecks reach = new ReachChecks(node, client);
    add(checks, "init", files::initialised);
    ConfigChecks config = new ConfigChecks(node, extensions);
    add(checks, "config", config::config);
    add(checks, "plugins", config::plugins);
    add(checks, "llm backend", config::llmBackend);
    add(checks, "llm calls", config::llmCalls);
    add(checks, "keys", identity::keys);
    add(checks, "identity", identity::identity);
    add(checks, "next key", identity::nextKey);
    add(checks, "ethos", files::ethos);
    add(checks, "prompts", files::prompts);
    add(checks, "scripts", files::scripts);
    add(checks, "library", files::library);
    add(checks, "handoff report", files::handoffReport);
    add(checks, "store", state::opened);
    add(checks, "peers", state::peers);
    add(checks, "journal", state::journal);
    add(checks, "outbox", state::outbox);
    add(checks, "scheduler state", state::schedulerState);
    add(checks, "timer", state::timer);
    for (String component : List.of("reader", "author", "delivery")) {
      add(checks, component + " pipeline", () -> state.pipeline(component));
    }
    add(checks, "GET /identity", reach::identity);
    add(checks, "POST /message", reach::message);
    add(checks, "GET /spec", reach::spec);
    add(checks, "server", state::server);
    return new Checkup(checks);
  }

  private static void add(List<Check> checks, String what, Checker checker)
      throws InterruptedException {
    try {
      checks.add(new Check(what, checker.check()));
    } catch (RuntimeException e) {
      checks.add(
          new Check(what, new Finding(Verdict.FAIL, String.valueOf(e.getMessage()), remedy(e))));
    }
  }

  private static Optional<String> remedy(RuntimeException failure) {
    return failure instanceof PluginException refused
        ? Optional.of(String.join("; ", refused.hints()))
        : Optional.empty();
  }

  private static int count(List<Check> checks, Verdict verdict) {
    return (int) checks.stream().filter(check -> check.finding().verdict() == verdict).count();
  }

  /** For a person: each check on a line, what to do below it, a count at the end. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    checks.forEach(check -> lines.addAll(check.lines()));
    lines.add("%d passed, %d failed, %d skipped".formatted(passed, failed, skipped));
    return lines;
  }
}
