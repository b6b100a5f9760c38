package org.sovereignbook.sbp.frontend.mcp;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.ForOwner;
import org.sovereignbook.sbp.frontend.command.NodeCommand;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.Toolset;
import org.sovereignbook.sbp.frontend.command.World;
import org.sovereignbook.sbp.node.LocalPath;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.Programs;
import org.sovereignbook.sbp.node.UserFolders;
import org.sovereignbook.sbp.peer.step.Component;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Registers this server in a coding CLI, or removes it. */
@ForOwner
abstract class McpInstall extends NodeCommand {
  private static final String USUAL_NAME = "sbp";

  @Parameters(paramLabel = "CLIENT", description = "claude, gemini, opencode or codex")
  CodingClient client = CodingClient.CLAUDE;

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description = "what the server is called there (default sbp), to have several")
  String name = USUAL_NAME;

  @Option(names = "--project", description = "in the file of this folder, instead of the user's")
  boolean project;

  /**
   * The result.
   *
   * @param file the client's file, with links followed
   * @param backup the copy of the former file
   * @param entry the client's entry now
   */
  record Installed(
      CodingClient client,
      String name,
      LocalPath file,
      boolean changed,
      Optional<LocalPath> backup,
      Optional<JsonObject> entry) {}

  ClientConfig config(Session session) {
    if (!name.matches("[A-Za-z0-9_-]{1,40}")) {
      throw CliException.wrong("--name is of letters, digits, - and _, at most 40");
    }
    World world = session.world();
    Path file =
        project
            ? client.projectFile(world.workingFolder())
            : client
                .userFile(UserFolders.of(world.environment()))
                .orElseThrow(
                    () ->
                        CliException.refused(
                            "it is not known where " + client + " keeps its file: HOME is not set",
                            "in a project's folder:  sbp mcp install " + client + " --project"));
    return new ClientConfig(client, file, name, world.disk());
  }

  ExitCode change(Session session, ClientConfig config, String text, Optional<JsonObject> entry) {
    boolean changed = !text.equals(config.text());
    Optional<Path> backup = changed ? config.write(text, session.now()) : Optional.empty();
    session
        .output()
        .json(
            new Installed(
                client,
                name,
                new LocalPath(config.file()),
                changed,
                backup.map(LocalPath::new),
                entry));
    if (!changed) {
      session.output().line(config.file() + " says so already");
      return ExitCode.NOTHING_TO_DO;
    }
    session.output().line("changed " + config.file());
    backup.ifPresent(copy -> session.output().line("before  " + copy));
    return ExitCode.DONE;
  }

  @Command(
      name = "install",
      description = "tell a coding CLI of this node's tools",
      footer =
          "Its file is kept as it is, comments included, but for the one entry; a copy is left"
              + " beside.")
  @Example("sbp mcp install claude --print")
  @Prints(Installed.class)
  @Exit(code = ExitCode.NOTHING_TO_DO, means = "it knows already")
  @Exit(code = ExitCode.REFUSED, means = "its file cannot be read or edited; nothing was changed")
  @Exit(
      code = ExitCode.BUSY,
      means = "somebody else changed its file just now; nothing was written")
  static final class Install extends McpInstall {
    @Option(
        names = "--agent",
        paramLabel = "AGENT",
        description = "the agent that the CLI is here, instead of the owner")
    Optional<String> agent = Optional.empty();

    @Option(
        names = "--tools",
        paramLabel = "SETS",
        split = ",",
        description = "the sets of tools that the CLI lists at first: board,mail")
    List<Toolset> toolsets = List.of();

    @Option(names = "--print", description = "show what would be written, change nothing")
    boolean print;

    @Override
    public ExitCode run(Session session) {
      Node node = session.node();
      requireAgent(session, node);
      ClientConfig config = config(session);
      List<String> command = new ArrayList<>(program(session.world()));
      command.addAll(List.of("mcp", "--home", node.home().root().toString()));
      agent.ifPresent(named -> command.addAll(List.of("--agent", named)));
      if (!toolsets.isEmpty()) {
        command.addAll(
            List.of(
                "--tools",
                toolsets.stream().map(Toolset::toString).collect(Collectors.joining(","))));
      }
      JsonObject entry = client.entry(command);
      if (print) {
        session.output().note("in " + config.file() + ":");
        session.output().text(ClientConfig.shown(client, name, entry));
        return session
            .output()
            .done(
                new Installed(
                    client,
                    name,
                    new LocalPath(config.file()),
                    false,
                    Optional.empty(),
                    Optional.of(entry)));
      }
      return change(session, config, config.with(entry), Optional.of(entry));
    }

    private void requireAgent(Session session, Node node) {
      if (agent.isPresent()) {
        try (Ledger ledger = session.ledger(node)) {
          Agents.ensureOfTheNode(ledger, Component.names(Component.Trait.AGENT));
          Agent _ = ledger.read(tx -> Agents.named(tx, agent.get()));
        }
      }
    }

    /** Returns the command by which the CLI can start the program in any folder, with any PATH. */
    private static List<String> program(World world) {
      Map<String, String> environment = world.environment();
      Optional<Path> launcher =
          world
              .launcher()
              .flatMap(
                  text ->
                      text.contains(File.separator)
                          ? Optional.of(world.path(Path.of(text)))
                          : Programs.onPath(environment, text));
      return launcher.map(path -> List.of(path.toString())).orElseGet(World::asItRuns);
    }
  }

  @Command(name = "uninstall", description = "have a coding CLI forget this node's tools")
  @Example("sbp mcp uninstall claude")
  @Prints(Installed.class)
  @Exit(code = ExitCode.NOTHING_TO_DO, means = "it does not know of them")
  @Exit(code = ExitCode.REFUSED, means = "its file cannot be read or edited; nothing was changed")
  @Exit(
      code = ExitCode.BUSY,
      means = "somebody else changed its file just now; nothing was written")
  static final class Uninstall extends McpInstall {
    @Override
    public ExitCode run(Session session) {
      ClientConfig config = config(session);
      return change(session, config, config.without(), Optional.empty());
    }
  }
}
