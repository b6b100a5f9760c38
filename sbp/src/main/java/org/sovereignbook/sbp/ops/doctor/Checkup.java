package org.sovereignbook.sbp.ops.doctor;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.frontend.automation.Keepers;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.net.http.PeerClient;
import org.sovereignbook.sbp.node.ConfigException;
import org.sovereignbook.sbp.node.Features;
import org.sovereignbook.sbp.node.KeyFileException;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeException;
import org.sovereignbook.sbp.node.Ownership;
import org.sovereignbook.sbp.ops.doctor.Finding.CheckStatus;
import org.sovereignbook.sbp.ops.init.NodeAcceptance;
import org.sovereignbook.sbp.peer.reader.ReaderSettings;
import org.sovereignbook.sbp.runtime.feature.NodeFeature;
import org.sovereignbook.sbp.runtime.plugin.PluginException;
import org.sovereignbook.sbp.store.ItemFault;
import org.sovereignbook.sbp.store.SetAside;

/**
 * All checks, in the order in which to fix their problems. Changes nothing in the node: the
 * envelope that the node posts to itself is removed again.
 */
record Checkup(int passed, int failed, int warned, int toDo, int skipped, List<Check> checks) {

  /** A check of the list: a line for each fact that it found. */
  private record Check(@Shape.Named("check") String what, @Shape.Inline Finding finding) {
    List<String> lines() {
      Stream<String> facts =
          Arrays.stream(finding.found().split("; (?!sbp )"))
              .map(fact -> "%s  %s: %s".formatted(finding.verdict().styled(), what, fact));
      return Stream.concat(facts, finding.remedy().map("      "::concat).stream()).toList();
    }
  }

  /** One check; an exception becomes its finding. */
  @FunctionalInterface
  private interface Checker {
    Finding check() throws InterruptedException;
  }

  public Checkup {
    checks = List.copyOf(checks);
  }

  private Checkup(List<Check> checks) {
    this(
        count(checks, CheckStatus.PASS),
        count(checks, CheckStatus.FAIL),
        count(checks, CheckStatus.WARN),
        count(checks, CheckStatus.TODO),
        count(checks, CheckStatus.SKIP),
        checks);
  }

  /**
   * Runs all checks.
   *
   * @param session opens the node's store, and loads the chosen backend from its plugin; if that
   *     fails, the checks that depend on it fail
   * @param client with a time limit; used for this node's own endpoint only
   */
  public static Checkup of(Session session, Node node, PeerClient client)
      throws InterruptedException {
    try (StateChecks state = new StateChecks(node, session.stores())) {
      return of(session, node, state, client);
    }
  }

  /**
   * Returns the checkup of a node of another account. Nothing in it is run or read, not even its
   * configuration.
   */
  static Checkup ofAnothers(List<Ownership.Fault> faults) {
    return new Checkup(
        faults.stream()
            .map(fault -> new Check("owner", Finding.fail(fault.problem(), fault.remedy())))
            .toList());
  }

  /** Returns the checkup where nothing may be sent, not even to the node's own endpoint. */
  static Checkup unguarded(NodeException why) {
    String found = String.valueOf(why.getMessage());
    return new Checkup(
        List.of(
            new Check(
                "address guard",
                Finding.fail(found, "unset SBP_JAVA_OPTS JDK_JAVA_OPTIONS JAVA_TOOL_OPTIONS"))));
  }

  private static Checkup of(Session session, Node node, StateChecks state, PeerClient client)
      throws InterruptedException {
    List<Check> checks = new ArrayList<>();
    FileChecks files = new FileChecks(node, node.home());
    IdentityChecks identity = new IdentityChecks(node, node.home());
    ReachChecks reach = new ReachChecks(session, node, client);
    KeeperChecks keepers = new KeeperChecks(node, Keepers.of(session, node));
    add(checks, "owner", () -> owner(session.ownership(), node));
    add(checks, "init", files::initialised);
    ConfigChecks config = new ConfigChecks(session, node, session.extensions(Optional.of(node)));
    add(checks, "config", config::config);
    if (!new NodeAcceptance(session, node).isAccepted()) {
      add(checks, "programs", config::programs);
    }
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
    add(checks, "disk", files::disk);
    add(checks, "losses", files::losses);
    add(checks, "store", state::opened);
    if (!SetAside.all(node).isEmpty()) {
      add(checks, "former store", files::setAside);
    }
    add(checks, "society", () -> StateChecks.society(session, node));
    add(checks, "memory", () -> StateChecks.memory(session, node));
    if (hasReaderSessions(node)) {
      add(checks, "reader.sessions", () -> StateChecks.readerSessions(session, node));
    }
    add(checks, "agents", () -> StateChecks.agents(session, node));
    add(checks, "access", () -> StateChecks.access(session, node));
    for (NodeFeature feature : Features.on(node).of(NodeFeature.class)) {
      Optional<String> well = ItemFault.orElse(() -> feature.whenWell(node), Checkup::failed);
      if (well.isPresent()) {
        add(
            checks,
            feature.name(),
            () -> StateChecks.feature(session, node, feature.name(), well.get()));
      }
    }
    add(checks, "peers", state::peers);
    add(checks, "seeds", state::seeds);
    add(checks, "journal", state::journal);
    add(checks, "outbox", state::outbox);
    add(checks, "set-aside", () -> state.setAside(session));
    add(checks, "clock", state::clock);
    add(checks, "scheduler state", state::schedulerState);
    add(checks, "clock", () -> state.clock(session));
    add(checks, "timer", () -> keepers.timer(state.lastTick()));
    for (StateChecks.Pipeline pipeline : StateChecks.PIPELINES) {
      add(checks, pipeline.component() + " pipeline", () -> state.pipeline(pipeline));
    }
    add(checks, "server", keepers::server);
    add(checks, "GET /identity", reach::identity);
    add(checks, "POST /message", reach::message);
    add(checks, "GET /spec", reach::spec);
    return new Checkup(checks);
  }

  private static Optional<String> failed(RuntimeException failure) {
    return Optional.of("the feature failed: " + ItemFault.reason(failure));
  }

  private static boolean hasReaderSessions(Node node) {
    try {
      return !ReaderSettings.sessions(node.config()).isEmpty();
    } catch (ConfigException e) {
      // The check of the configuration reports it.
      return false;
    }
  }

  private static Finding owner(Ownership ownership, Node node) {
    List<Ownership.Fault> faults = ownership.faults(node.home());
    if (!faults.isEmpty()) {
      String found = faults.getFirst().problem() + "; " + Ownership.TRUST_VARIABLE + " lets it be";
      return Finding.warn(found, faults.getFirst().remedy());
    }
    return ownership
        .faultAbove(node.home())
        .map(fault -> Finding.warn(fault.problem(), fault.remedy()))
        .orElseGet(
            () -> Finding.pass("no other account may write the node's programs and settings"));
  }

  private static void add(List<Check> checks, String what, Checker checker)
      throws InterruptedException {
    checks.add(new Check(what, found(what, checker)));
  }

  private static Finding found(String what, Checker checker) throws InterruptedException {
    try {
      return checker.check();
    } catch (ConfigException e) {
      return what.equals("config")
          ? Finding.fail(e.getMessage(), "$EDITOR runtime/scheduler-config.json")
          : Finding.skip("cannot be told before the configuration is mended");
    } catch (PluginException e) {
      return Finding.fail(e.getMessage(), command(e.hints()));
    } catch (KeyFileException e) {
      return what.endsWith("key") || what.equals("keys")
          ? Finding.fail(e.getMessage(), remedy(e))
          : Finding.skip("cannot be told without the keys");
    } catch (RuntimeException e) {
      String why = String.valueOf(e.getMessage());
      return Finding.fail(why, why.contains(" --accept ") ? "sbp lost" : "sbp log --ops");
    }
  }

  /** Returns the command within a hint. */
  private static String command(List<String> hints) {
    String hint = hints.isEmpty() ? "sbp plugin list" : hints.getFirst();
    return hint.substring(hint.lastIndexOf("  ") + 1).strip();
  }

  private static String remedy(KeyFileException failure) {
    return String.valueOf(failure.getMessage()).contains("chmod")
        ? "chmod 600 runtime/identity/*keypair.json"
        : "cp BACKUP/*keypair.json runtime/identity/";
  }

  private static int count(List<Check> checks, CheckStatus verdict) {
    return (int) checks.stream().filter(check -> check.finding().verdict() == verdict).count();
  }

  /**
   * Returns lines for a person: each check on a line with its remedy below, and counts at the end.
   */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    checks.forEach(check -> lines.addAll(check.lines()));
    lines.add(
        "%d passed, %d failed, %d warned, %d to do, %d skipped"
            .formatted(passed, failed, warned, toDo, skipped));
    return lines;
  }
}
