package org.sovereignbook.sbp.cli.demo;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.sovereignbook.sbp.http.PeerClient;

/**
 * The demo: real nodes in a folder, made, served and ticked by real {@code sbp} commands, talking
 * over real HTTP on this machine's loopback address.
 */
public final class Demo {
  public static final int DEFAULT_NODES = 3;
  public static final int MIN_NODES = 2;

  private final Path folder;
  private final Map<String, String> environment;
  private final PeerClient client;

  /**
   * A demo.
   *
   * @param folder an empty folder, where everything happens
   * @param environment where the launcher is, if one started this program
   */
  public Demo(Path folder, Map<String, String> environment, PeerClient client) {
    this.folder = folder;
    this.environment = Map.copyOf(environment);
    this.client = client;
  }

  /** Plays it through; the processes have ended when this returns. */
  public DemoResult play(List<Role> roles, DemoView view, Cleanup cleanup)
      throws IOException, InterruptedException {
    Launcher launcher = Launcher.find(environment, folder);
    try (Children children = new Children(launcher, Stage.outputs(folder))) {
      cleanup.add(children::close);
      view.stage("%d nodes, each a folder below %s".formatted(roles.size(), folder));
      List<DemoNode> nodes = new Stage(folder, children, client).set(roles);
      Director director = new Director(nodes, view);
      Rounds.Played played = new Rounds(nodes, children, view).play(director);
      view.stage("quiet: a whole round changed nothing");
      Portrait.Library library = Portrait.Library.of(nodes);
      Audit audit = Audit.of(nodes);
      List<String> problems = new ArrayList<>(played.problems());
      problems.addAll(audit.problems());
      return new DemoResult(
          nodes.stream().map(node -> Portrait.of(node, library)).toList(),
          audit,
          played.count(),
          problems,
          director.unwritten());
    }
  }
}
