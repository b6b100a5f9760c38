package org.sovereignbook.sbp.cli.keep;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.ForOwner;
import org.sovereignbook.sbp.frontend.command.NodeCommand;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Page;
import org.sovereignbook.sbp.frontend.command.PageOptions;
import org.sovereignbook.sbp.frontend.command.PagedAlias;
import org.sovereignbook.sbp.frontend.command.PagedList;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.WideningNodeCommand;
import org.sovereignbook.sbp.node.Features;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.runtime.plugin.ExtensionKind;
import org.sovereignbook.sbp.runtime.plugin.PluginCatalog;
import org.sovereignbook.sbp.runtime.plugin.PluginFile;
import org.sovereignbook.sbp.runtime.plugin.PluginFile.Origin;
import org.sovereignbook.sbp.runtime.plugin.PluginFolders;
import org.sovereignbook.sbp.runtime.plugin.PluginInstaller;
import org.sovereignbook.sbp.runtime.plugin.PluginManifest;
import org.sovereignbook.sbp.runtime.plugin.Provision;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sbp plugin}: lists plugins and manages which files are accepted. Runs none of them. */
@Command(
    description = "plugins",
    subcommands = {
      PluginCommand.ListPlugins.class,
      PluginCommand.Info.class,
      PluginCommand.Install.class,
      PluginCommand.Remove.class,
      PluginSwitch.On.class,
      PluginSwitch.Off.class,
      PluginNew.class
    })
@Prints(PluginView.All.class)
public final class PluginCommand extends PagedList {
  private static final String NAME = "its id, its file's name, or what it provides";

  public PluginCommand() {
    super(pages());
  }

  private static PageOptions pages() {
    return PageOptions.cut(1_000, "sbp plugin info PLUGIN");
  }

  @Override
  public boolean isPlain() {
    return false;
  }

  @Override
  public ExitCode run(Session session) {
    Output output = session.output();
    PluginCatalog catalog = session.extensions(session.nodeIfAny()).catalog();
    List<PluginFile> plugins = switched(session, catalog.all());
    Page<PluginView> page =
        page().of(plugins.stream().map(PluginView::of), one -> one.file().toString());
    output.table(PluginView.table(plugins), "no plugins; write one:  sbp plugin new NAME");
    page.end().print(output);
    ExitCode _ = output.list(new PluginView.All(page.items(), catalog.problems(), page.end()));
    catalog.problems().forEach(problem -> output.note(PeerText.plain(problem)));
    plugins.forEach(plugin -> PluginView.findings(plugin).forEach(output::note));
    return ExitCode.DONE;
  }

  /** Returns the plugins, with those whose feature is off in this node as off. */
  private static List<PluginFile> switched(Session session, List<PluginFile> plugins) {
    List<String> off = session.nodeIfAny().map(Features::off).orElse(List.of());
    return plugins.stream().map(plugin -> off.isEmpty() ? plugin : plugin.without(off)).toList();
  }

  private static PluginFile find(List<PluginFile> plugins, String name) {
    return plugins.stream()
        .filter(plugin -> plugin.isCalled(name))
        .findFirst()
        .orElseThrow(
            () ->
                CliException.notFound(
                    "no plugin is called " + PeerText.quote(name),
                    "every plugin there is:  sbp plugin list"));
  }

  @Command(name = "list", description = "show all plugins (the same as: sbp plugin)")
  static final class ListPlugins extends PagedAlias {
    ListPlugins() {
      super(pages());
    }
  }

  @Command(name = "info", description = "show everything about one plugin")
  @Example("sbp plugin install my-words.jar && sbp plugin info my-words")
  @Prints(PluginView.Described.class)
  @Exit(code = ExitCode.NOT_FOUND, means = "no plugin is called that")
  static final class Info extends NodeCommand {
    @Parameters(paramLabel = "PLUGIN", description = NAME)
    String name = "";

    @Override
    public ExitCode run(Session session) {
      List<PluginFile> plugins =
          switched(session, session.extensions(session.nodeIfAny()).catalog().all());
      PluginFile plugin = find(plugins, name);
      session.output().lines(PluginView.lines(plugin));
      List<String> docs = PluginManifest.page(plugin.file());
      if (!docs.isEmpty()) {
        session.output().line("");
        session.output().lines(docs);
      }
      return session.output().done(new PluginView.Described(PluginView.of(plugin), docs));
    }
  }

  @Command(name = "install", description = "accept a plugin's jar: copy it, and record its SHA-256")
  @Example("sbp plugin install my-words.jar")
  @Prints(PluginView.Installed.class)
  @Exit(
      code = ExitCode.REFUSED,
      means = "the file is no plugin that this sbp can load, or another one provides the same")
  @Exit(code = ExitCode.NOT_FOUND, means = "no such file, or no folder to install into")
  @ForOwner
  static final class Install extends WideningNodeCommand {
    @Option(names = "--user", description = "for all nodes of this user, not for one node")
    boolean user;

    @Parameters(paramLabel = "FILE", description = "a jar; only one that you trust as sbp itself")
    Path file = Path.of("");

    @Override
    public ExitCode run(Session session) {
      Output output = session.output();
      Path source = session.world().path(file);
      if (!session.world().disk().exists(source)) {
        throw CliException.notFound(
            "there is no file " + PeerText.quote(source.toString()),
            "plugins that are here:  sbp plugin list");
      }
      PluginFolders folders = folders(session, user);
      requireOwnWord(session, folders, source);
      var installed =
          new PluginInstaller(new PluginCatalog(session.world().disk(), folders), origin(user))
              .install(source, session.now());
      PluginFile plugin = installed.plugin();
      String replaced =
          installed.replaced().map(old -> ", which replaces " + old.version()).orElse("");
      output.line(PluginView.title(plugin) + " is installed" + replaced);
      PluginView.lines(plugin).stream().skip(1).forEach(output::line);
      return output.done(
          new PluginView.Installed(
              PluginView.of(plugin), installed.replaced().map(PluginManifest::version).orElse("")));
    }
  }

  @Command(
      name = "remove",
      description = "take a plugin out of the folder of the node, or the user")
  @Prints({PluginView.Removed.class, PluginView.Dropped.class})
  @Exit(code = ExitCode.REFUSED, means = "it is part of sbp")
  @Exit(code = ExitCode.NOT_FOUND, means = "no plugin is called that in this folder")
  @ForOwner
  static final class Remove extends NodeCommand {
    @Option(names = "--user", description = "from the user's folder, not from the node's")
    boolean user;

    @Option(names = "--data", description = "also drop the tables of its feature, with all in them")
    boolean data;

    @Parameters(paramLabel = "PLUGIN", description = NAME)
    String name = "";

    @Override
    public ExitCode run(Session session) {
      if (data) {
        requireNotBundled();
      }
      if (data && isGone(session)) {
        return onlyData(session);
      }
      PluginFolders folders = folders(session, user);
      PluginCatalog catalog = new PluginCatalog(session.world().disk(), folders);
      List<PluginFile> plugins = catalog.all();
      Optional<PluginFile> here =
          plugins.stream()
              .filter(plugin -> plugin.origin() == origin(user) && plugin.isCalled(name))
              .findFirst();
      PluginFile plugin = here.orElseThrow(() -> elsewhere(find(plugins, name)));
      new PluginInstaller(catalog, origin(user)).remove(plugin);
      session.output().line(PluginView.title(plugin) + " is removed");
      if (PluginSwitch.bringsFeature(plugin)) {
        session.output().note("processes that run keep it until they are started again");
        if (data) {
          session
              .output()
              .line(isDropped(session) ? dropped() : "its feature had no tables in this node");
        } else {
          session.output().note("its tables stay; to drop them:  sbp plugin remove --data " + name);
        }
      }
      return session.output().done(new PluginView.Removed(PluginView.of(plugin), true));
    }

    /** Returns whether no plugin is called so any more. */
    private boolean isGone(Session session) {
      return session.extensions(session.nodeIfAny()).catalog().all().stream()
          .noneMatch(plugin -> plugin.isCalled(name));
    }

    private void requireNotBundled() {
      if (Features.bundled().find(PluginSwitch.nameOf(name)).isPresent()) {
        throw CliException.refused(
            PluginSwitch.nameOf(name) + " is part of sbp, and its tables are needed",
            "to do without it:  sbp plugin off " + PluginSwitch.nameOf(name));
      }
    }

    /** Drops the tables of a feature whose plugin was removed before. */
    private ExitCode onlyData(Session session) {
      if (!isDropped(session)) {
        throw CliException.notFound(
            "no plugin and no tables are called " + PeerText.quote(name),
            "plugins that are here:  sbp plugin list");
      }
      session.output().line(dropped());
      return session.output().done(new PluginView.Dropped(PluginSwitch.nameOf(name), true));
    }

    /** Drops the tables of the feature; returns whether there were any. */
    private boolean isDropped(Session session) {
      return session.ofSociety(
          session.node(), false, ledger -> ledger.dropFeature(PluginSwitch.nameOf(name)));
    }

    private String dropped() {
      return "the tables of the feature " + PluginSwitch.nameOf(name) + " are dropped";
    }

    private static CliException elsewhere(PluginFile plugin) {
      return plugin.origin() == Origin.BUNDLED
          ? CliException.refused(
              plugin.name() + " is part of sbp and cannot be removed",
              "it does nothing unless llm.backend, store.backend or --llm names it")
          : CliException.notFound(
              plugin.name() + " lies in the folder of the " + plugin.origin(),
              plugin.origin() == Origin.USER
                  ? "sbp plugin remove --user " + plugin.name()
                  : "sbp plugin remove " + plugin.name());
    }
  }

  /** Refuses a feature that is called as a command of the program: it could never be reached. */
  private static void requireOwnWord(Session session, PluginFolders folders, Path jar) {
    PluginFile looked = new PluginCatalog(session.world().disk(), folders).look(Origin.NODE, jar);
    for (Provision one : looked.provides()) {
      boolean isTaken =
          one.kind().equals(ExtensionKind.FEATURE)
              && session.commands().catalog().firstLevel().stream()
                  .anyMatch(command -> command.name().equals(one.name()));
      if (isTaken) {
        throw CliException.refused(
            "sbp %s is a command of the program: a feature needs another name"
                .formatted(one.name()));
      }
    }
  }

  private static Origin origin(boolean user) {
    return user ? Origin.USER : Origin.NODE;
  }

  /** Returns the plugin folders, including the one to be changed. */
  private static PluginFolders folders(Session session, boolean user) {
    Optional<Node> node = user ? session.nodeIfAny() : Optional.of(session.node());
    PluginFolders folders = session.pluginFolders(node);
    if (folders.of(origin(user)).isEmpty()) {
      throw CliException.notFound(
          "there is no folder for plugins of this user",
          "set HOME or XDG_DATA_HOME, or install into a node");
    }
    return folders;
  }
}
