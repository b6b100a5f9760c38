package org.sovereignbook.sbp.plugins.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.frontend.command.Cleanup;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.OutputOptions;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Screen;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.Subcommand;
import org.sovereignbook.sbp.net.http.HttpConfig;
import org.sovereignbook.sbp.net.http.HttpPeerClient;
import org.sovereignbook.sbp.node.LocalPath;
import org.sovereignbook.sbp.node.OwnerOnly;
import org.sovereignbook.sbp.plugins.demo.Profiles.Profile;
import org.sovereignbook.sbp.plugins.demo.script.ChatDemo;
import org.sovereignbook.sbp.plugins.demo.script.DemoLauncher;
import org.sovereignbook.sbp.plugins.demo.script.MemoryDemo;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code sbp demo}: shows nodes on this machine that find each other and talk. */
@Command(
    description = "watch nodes, teams, memory, a chat",
    subcommands = {MemoryDemo.class, ChatDemo.class})
@Example("sbp demo team")
@Prints(DemoResult.Printed.class)
@Exit(code = ExitCode.REFUSED, means = "demos are off in the node here")
@Exit(
    code = ExitCode.FAILED,
    means = "an envelope was not accepted and processed, or the machine failed")
final class DemoCommand implements Subcommand {
  private static final int MIN_NODES = 2;
  private static final Duration HTTP_TIMEOUT = Duration.ofSeconds(10);

  private static final String LIKE_OURS =
      "profiles.txt lists a folder for each node, with ethos.md and drafts/, as examples/demo has"
          + " it";

  @Option(
      names = "--nodes",
      paramLabel = "N",
      description = "how many nodes, from 2 to 8 (default 3)")
  int nodes = 3;

  @Option(names = "--keep", description = "keep the nodes' folders and say how to look inside")
  boolean keep;

  @Option(
      names = "--profiles",
      paramLabel = "DIR",
      description = "other profiles, in a folder like examples/demo")
  Optional<Path> otherProfiles = Optional.empty();

  @Mixin OutputOptions output = new OutputOptions();

  @Override
  public ExitCode run(Session session) throws IOException, InterruptedException {
    List<Profile> profiles = profiles(session);
    Path folder = Files.createTempDirectory("sbp-demo-").toRealPath();
    DemoResult result;
    try (Cleanup cleanup = Cleanup.start()) {
      cleanup.add(() -> removeUnlessKept(folder));
      result = run(session, profiles, folder, cleanup);
      report(session.output(), result, folder);
    }
    return result.flawless() ? ExitCode.DONE : ExitCode.FAILED;
  }

  private List<Profile> profiles(Session session) {
    List<Profile> all =
        otherProfiles
            .map(folder -> profiles(session, session.world().path(folder)))
            .orElseGet(Profiles::bundled)
            .all();
    if (all.size() < MIN_NODES) {
      throw CliException.wrong(
          "the profiles are " + all.size() + ", and a demo needs " + MIN_NODES, LIKE_OURS);
    }
    if (nodes < MIN_NODES || nodes > all.size()) {
      throw CliException.wrong("--nodes takes a number from " + MIN_NODES + " to " + all.size());
    }
    return all.subList(0, nodes);
  }

  private static Profiles profiles(Session session, Path folder) {
    try {
      return Profiles.in(session.world().disk(), folder);
    } catch (IllegalArgumentException e) {
      throw CliException.wrong("--profiles " + folder + ": " + e.getMessage(), LIKE_OURS);
    }
  }

  private static DemoResult run(
      Session session, List<Profile> profiles, Path folder, Cleanup cleanup)
      throws IOException, InterruptedException {
    DemoLauncher launcher = DemoLauncher.find(session.world().environment(), folder);
    try (HttpPeerClient client = HttpPeerClient.open(new HttpConfig(true, HTTP_TIMEOUT));
        DemoView view = view(session)) {
      return DemoRun.of(profiles, folder, launcher, client, view, cleanup);
    }
  }

  private static DemoView view(Session session) throws IOException {
    if (session.output().isJson()) {
      return new PlainView(_ -> {});
    }
    Optional<Screen> screen = Screen.open(session.world());
    return screen.isPresent() ? new LiveView(screen.get()) : new PlainView(session.output()::line);
  }

  private void report(Output out, DemoResult result, Path folder) {
    out.lines(result.lines());
    if (keep) {
      String first = result.nodes().getFirst().home().toString();
      out.line("");
      out.line("kept in " + folder + "; look inside:");
      out.line("  sbp log --home " + first);
      out.line("  sbp peers --home " + first);
      out.line("  sbp web --home " + first + "   opens its page");
      out.line("  ls " + first + "/runtime");
      out.line("and when you have seen enough:  rm -r " + folder);
    }
    out.json(new DemoResult.Printed(result, Optional.of(new LocalPath(folder)).filter(_ -> keep)));
  }

  private void removeUnlessKept(Path folder) {
    if (!keep) {
      OwnerOnly.deleteTree(folder);
    }
  }
}
