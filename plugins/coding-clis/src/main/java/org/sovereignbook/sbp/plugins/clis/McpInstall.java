package org.sovereignbook.sbp.plugins.clis;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
import org.sovereignbook.sbp.frontend.command.Question;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.Toolset;
import org.sovereignbook.sbp.frontend.command.World;
import org.sovereignbook.sbp.frontend.mcp.ClientConfig;
import org.sovereignbook.sbp.frontend.mcp.ConfigSection;
import org.sovereignbook.sbp.node.LocalPath;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.UserFolders;
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
   * @param hooks the client's file with hooks for memory, if they were set or removed
   */
  record Installed(
      CodingClient client,
      String name,
      LocalPath file,
      boolean changed,
      Optional<LocalPath> backup,
      Optional<JsonObject> entry,
      Optional<LocalPath> hooks) {}

  /**
   * A file with its next text.
   *
   * @param emptied whether nothing is left in a file of hooks, which is then deleted
   * @param isOwn whether the file is this program's own, so that no copy of it is kept
   */
  record Edit(ClientConfig config, String text, boolean emptied, boolean isOwn) {
    static Edit of(ClientConfig config, String text) {
      return new Edit(config, text, false, false);
    }

    boolean isChange() {
      return !text.equals(config.text());
    }
  }

  ClientConfig config(Session session) {
    if (!name.matches("[A-Za-z0-9_-]{1,40}")) {
      throw CliException.wrong("--name is of letters, digits, - and _, at most 40");
    }
    return new ClientConfig(servers(session), section(), name, session.world().disk());
  }

  ConfigSection section() {
    return new ConfigSection(
        client.section(), client.keepsToml(), "sbp mcp install " + client + " --print");
  }

  private Path servers(Session session) {
    World world = session.world();
    return project
        ? client.projectFile(world.workingFolder())
        : client
            .userFile(UserFolders.of(world.environment()))
            .orElseThrow(
                () ->
                    CliException.refused(
                        "it is not known where " + client + " keeps its file: HOME is not set",
                        "in a project's folder:  sbp mcp install " + client + " --project"));
  }

  /** Returns the file with the client's hooks, if it has hooks there. */
  Optional<ClientConfig> hooksConfig(Session session) {
    boolean inFolder =
        !project
            && UserFolders.of(session.world().environment())
                .absolute(CodingClient.CLAUDE_FOLDER)
                .isPresent();
    return client.hasHooks(project)
        ? Optional.of(
            new ClientConfig(
                client.hooksFile(servers(session), inFolder, name),
                section(),
                name,
                session.world().disk()))
        : Optional.empty();
  }

  /**
   * Writes the files.
   *
   * @param hooks the edit of the hooks; of the same file as the first one where a client has one
   */
  ExitCode change(Session session, Edit servers, Optional<Edit> hooks, Optional<JsonObject> entry) {
    List<Edit> changes =
        Stream.concat(Stream.of(servers), hooks.stream())
            .filter(Edit::isChange)
            .filter(
                edit -> hooks.isEmpty() || edit.equals(hooks.get()) || !isSame(edit, hooks.get()))
            .distinct()
            .toList();
    changes.forEach(edit -> edit.config().requireUnchanged());
    List<Path> backups = new ArrayList<>();
    changes.forEach(edit -> backups.addAll(write(session, edit)));
    session
        .output()
        .json(
            new Installed(
                client,
                name,
                new LocalPath(servers.config().file()),
                !changes.isEmpty(),
                backups.stream().findFirst().map(LocalPath::new),
                entry,
                hooks.map(edit -> new LocalPath(edit.config().file()))));
    if (changes.isEmpty()) {
      session.output().line(servers.config().file() + " says so already");
      return ExitCode.NOTHING_TO_DO;
    }
    changes.forEach(edit -> session.output().line("changed " + edit.config().file()));
    backups.forEach(copy -> session.output().line("before  " + copy));
    return ExitCode.DONE;
  }

  private static boolean isSame(Edit one, Edit other) {
    return one.config().file().equals(other.config().file());
  }

  private List<Path> write(Session session, Edit edit) {
    if (edit.emptied()) {
      edit.config().delete(client.hasPlugin());
      return List.of();
    }
    if (edit.isOwn()) {
      edit.config().replace(edit.text());
      return List.of();
    }
    return edit.config().write(edit.text(), session.now()).stream().toList();
  }

  ClientHooks hooks(Node node) {
    return new ClientHooks(client.hooks(), node.home().root());
  }

  ClientPlugin plugin(Node node) {
    return new ClientPlugin(node.home().root());
  }

  @Command(
      name = "install",
      description = "tell a coding CLI of this node's tools",
      footer =
          "Its file is kept as it is, comments included, but for the one entry and the hooks; a"
              + " copy is left beside. On a terminal it asks for the hooks.")
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

    @Option(
        names = "--hooks",
        description = "also hooks that load and store memory at the beginning and end of sessions")
    boolean hooks;

    @Option(names = "--no-hooks", description = "no hooks, and no question about them")
    boolean noHooks;

    @Option(names = "--print", description = "show what would be written, change nothing")
    boolean print;

    @Override
    public ExitCode run(Session session) throws IOException {
      if (hooks && noHooks) {
        throw CliException.wrong("either --hooks or --no-hooks");
      }
      Node node = session.node();
      requireAgent(session, node);
      ClientConfig config = config(session);
      List<String> program = session.world().wordsAnywhere();
      JsonObject entry = client.entry(command(program, node));
      Optional<ClientConfig> hooksConfig =
          wantsHooks(session) ? hooksConfig(session) : Optional.empty();
      String text = config.with(entry);
      Optional<Edit> hooked =
          hooksConfig.map(
              file -> {
                String before = file.file().equals(config.file()) ? text : file.text();
                return client.hasPlugin()
                    ? new Edit(
                        file, plugin(node).with(file.file(), before, program, agent), false, true)
                    : Edit.of(file, hooks(node).with(file.file(), before, program, agent));
              });
      return print
          ? show(session, config, entry, hooked)
          : change(session, Edit.of(config, text), hooked, Optional.of(entry));
    }

    private List<String> command(List<String> program, Node node) {
      List<String> command = new ArrayList<>(program);
      command.addAll(List.of("mcp", "--home", node.home().root().toString()));
      agent.ifPresent(named -> command.addAll(List.of("--agent", named)));
      if (!toolsets.isEmpty()) {
        command.addAll(
            List.of(
                "--tools",
                toolsets.stream().map(Toolset::toString).collect(Collectors.joining(","))));
      }
      return command;
    }

    private boolean wantsHooks(Session session) throws IOException {
      boolean hasHooks = client.hasHooks(project);
      if (hooks && !hasHooks) {
        session.output().note(client + " has no hooks in a project's folder");
      }
      Question question = new Question(session);
      boolean asks = !hooks && !noHooks && !print && question.canBeAsked();
      return hasHooks
          && (hooks
              || (asks
                  && question.consents(
                      "load and store memory by hooks at the beginning and end of sessions?")));
    }

    private ExitCode show(
        Session session, ClientConfig config, JsonObject entry, Optional<Edit> hooked) {
      session.output().note("in " + config.file() + ":");
      session.output().text(ClientConfig.shown(section(), name, entry));
      hooked.ifPresent(
          edit -> {
            session.output().note("in " + edit.config().file() + ", as a whole:");
            session.output().text(edit.text());
          });
      return session
          .output()
          .done(
              new Installed(
                  client,
                  name,
                  new LocalPath(config.file()),
                  false,
                  Optional.empty(),
                  Optional.of(entry),
                  hooked.map(edit -> new LocalPath(edit.config().file()))));
    }

    private void requireAgent(Session session, Node node) {
      if (agent.isPresent()) {
        try (Ledger ledger = session.ledger(node)) {
          Agent _ = ledger.read(tx -> Agents.named(tx, agent.get()));
        }
      }
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
      String text = config.without();
      return change(
          session, Edit.of(config, text), withoutHooks(session, config, text), Optional.empty());
    }

    /** Returns the edit that removes this node's hooks, if there are any. */
    private Optional<Edit> withoutHooks(Session session, ClientConfig config, String text) {
      Optional<Node> node = nodeIfAny(session);
      Optional<ClientConfig> file = hooksConfig(session).filter(it -> !it.text().isBlank());
      if (node.isEmpty() || file.isEmpty()) {
        return Optional.empty();
      }
      boolean isSame = file.get().file().equals(config.file());
      String before = isSame ? text : file.get().text();
      String next =
          client.hasPlugin()
              ? plugin(node.get()).without(before)
              : hooks(node.get()).without(file.get().file(), before);
      boolean isEmpty = !isSame && (next.isBlank() || next.strip().equals("{}"));
      return next.equals(before)
          ? Optional.empty()
          : Optional.of(new Edit(file.get(), next, isEmpty, client.hasPlugin()));
    }

    /** A node that is gone has no hooks that could be recognized. */
    private static Optional<Node> nodeIfAny(Session session) {
      try {
        return session.nodeIfAny();
      } catch (CliException e) {
        return Optional.empty();
      }
    }
  }
}
