package org.sovereignbook.sbp.cli.talk;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Contract;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.NodeOptions;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.Subcommand;
import org.sovereignbook.sbp.net.http.HttpConfig;
import org.sovereignbook.sbp.net.http.HttpPeerClient;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.LocalPath;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.ops.config.ConfigFile;
import org.sovereignbook.sbp.peer.maintenance.HandoffReport;
import org.sovereignbook.sbp.peer.network.Follow;
import org.sovereignbook.sbp.peer.network.FollowResult;
import org.sovereignbook.sbp.peer.network.NetworkSettings;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.ExclusiveStore;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code sbp bootstrap}: joins the network through its seeds (IMPLEMENTATION §8, Phase 4). */
@Command(
    description = "join the network through seeds",
    footer = {
      "Without --seed, the seeds of the configuration are used; a new one is added to them. A seed",
      "that cannot be reached is skipped; the network step tries it again until it answers."
    })
@Example("sbp bootstrap --seed https://node.example.com")
public final class BootstrapCommand implements Subcommand {
  @Option(names = "--seed", paramLabel = "URL", description = "a node to join through; repeatable")
  List<Endpoint> seeds = List.of();

  @Option(
      names = "--spec",
      paramLabel = "GITREPO",
      description = "the specification's repository, to be served at GET /spec")
  Optional<Path> spec = Optional.empty();

  @Mixin NodeOptions options = new NodeOptions();

  private record Joined(Optional<LocalPath> specBundle, List<FollowResult> seeds) {}

  @Override
  public Contract contract() {
    return FollowCommand.contract(Joined.class);
  }

  @Override
  public ExitCode run(Session session) throws InterruptedException {
    Node node = session.node();
    List<Endpoint> wanted = seeds.isEmpty() ? configured(node.config()) : seeds;
    remember(node, wanted);
    if (wanted.isEmpty() && spec.isEmpty()) {
      throw CliException.wrong(
          "bootstrap: no seed is named here or in " + node.home().schedulerConfig(),
          "name one:  sbp bootstrap --seed URL");
    }
    Optional<LocalPath> made = Optional.empty();
    if (spec.isPresent()) {
      Path bundle = new SpecBundle(node).make(session.world().path(spec.get()));
      session.output().line("made " + bundle + ", served at GET /spec");
      made = Optional.of(new LocalPath(bundle));
    }
    List<FollowResult> results = wanted.isEmpty() ? List.of() : join(session, node, wanted);
    session.output().json(new Joined(made, results));
    return exitCode(results);
  }

  private static List<FollowResult> join(Session session, Node node, List<Endpoint> wanted)
      throws InterruptedException {
    List<FollowResult> results = new ArrayList<>();
    try (ExclusiveStore held = session.betweenSteps(node, "network");
        HttpPeerClient client = HttpPeerClient.open(HttpConfig.from(node.config()))) {
      Follow bootstrap = new Follow(node, held.store(), client);
      for (Endpoint seed : wanted) {
        FollowResult result = bootstrap.seed(seed);
        result.warning().ifPresent(session.output()::note);
        if (result.peer().isPresent()) {
          session.output().line(result.summaryOfSeed());
        } else {
          session.output().note(result.summaryOfSeed());
          if (result.outcome() == FollowResult.FollowStatus.UNREACHABLE) {
            List.of(FollowCommand.hints(result.outcome(), seed)).forEach(session.output()::note);
          }
        }
        results.add(result);
      }
      held.store()
          .commit(
              new ChangeSet().add(new HandoffReport(node, held.store()).change(Optional.empty())));
    }
    return results;
  }

  /** Returns success if one seed accepted us, otherwise the code of the first seed's reason. */
  private ExitCode exitCode(List<FollowResult> results) {
    List<ExitCode> codes =
        results.stream().map(result -> FollowCommand.exitCode(result.outcome())).toList();
    if (codes.contains(ExitCode.DONE) || (codes.isEmpty() && spec.isPresent())) {
      return ExitCode.DONE;
    }
    if (codes.contains(ExitCode.NOTHING_TO_DO)) {
      return spec.isPresent() ? ExitCode.DONE : ExitCode.NOTHING_TO_DO;
    }
    return codes.getFirst();
  }

  /** Adds new seeds to the configuration; the network step tries them until they answer. */
  private static void remember(Node node, List<Endpoint> wanted) {
    List<String> before = node.config().get(NetworkSettings.SEEDS);
    List<String> all =
        Stream.concat(before.stream(), wanted.stream().map(Endpoint::toString)).distinct().toList();
    if (!all.equals(before)) {
      new ConfigFile(node)
          .edit(
              NetworkSettings.SEEDS.key(),
              (text, path) -> text.with(path, JsonArray.ofStrings(all)));
    }
  }

  private static List<Endpoint> configured(Config config) {
    return config.get(NetworkSettings.SEEDS).stream().map(Endpoint::parse).toList();
  }
}
