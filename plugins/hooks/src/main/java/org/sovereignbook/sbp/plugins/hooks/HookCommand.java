package org.sovereignbook.sbp.plugins.hooks;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.DataAccess;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.SetAsides;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.frontend.command.AgentAccess;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.ForOwner;
import org.sovereignbook.sbp.frontend.command.NodeCommand;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.OwnerOptions;
import org.sovereignbook.sbp.frontend.command.Page;
import org.sovereignbook.sbp.frontend.command.PageOptions;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.SetAsideEdit;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.frontend.command.Synonyms;
import org.sovereignbook.sbp.frontend.command.Table;
import org.sovereignbook.sbp.frontend.command.Tool;
import org.sovereignbook.sbp.frontend.command.Toolset;
import org.sovereignbook.sbp.frontend.command.Widening;
import org.sovereignbook.sbp.node.LocalPath;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Resources;
import org.sovereignbook.sbp.node.Wording;
import org.sovereignbook.sbp.store.SetAsideItem;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sbp hook}: programs that run on events or at times (NEXUS-AGENT-SYSTEM, hooks). */
@Command(
    description = "programs run on events or at times",
    subcommands = {
      HookCommand.ListHooks.class,
      HookCommand.New.class,
      HookCommand.Accept.class,
      HookCommand.Enable.class,
      HookCommand.Disable.class,
      HookCommand.Remove.class,
      HookCommand.Retry.class,
      HookCommand.Drop.class,
      HookWork.Try.class,
      HookCommand.Log.class,
      HookWork.Ask.class,
      HookWork.Serve.class
    },
    footer =
        "A hook is any executable in runtime/hooks. It runs once you have accepted it as it is.")
@Synonyms({"cron", "schedule", "timer", "timers"})
@Example("sbp hook new welcome --sh")
final class HookCommand extends HookListing {
  private static final String NAME = "the hook's name";

  @Command(name = "list", description = "all hooks, also those not accepted")
  @Example("sbp hook list")
  @Tool(set = Toolset.HOOKS, shows = Tool.Text.OWN, reads = true)
  @Tool.Says("Lists the owner's hooks (programs that events start), with their state.")
  @AgentAccess(data = DataAccess.RESTRICTED)
  static final class ListHooks extends HookListing {}

  @Command(name = "new", description = "write a first script into runtime/hooks")
  @Example("sbp hook new greet --python")
  @Prints(New.Written.class)
  @Exit(code = ExitCode.REFUSED, means = "there is one of this name")
  @ForOwner
  static final class New extends NodeCommand {
    /** The language of a new hook. */
    static final class Language {
      @Option(names = "--jbang", description = "Java, run by JBang (default)")
      boolean jbang;

      @Option(names = "--sh", description = "a shell script")
      boolean sh;

      @Option(names = "--python", description = "Python")
      boolean python;
    }

    @Parameters(paramLabel = "NAME", description = NAME)
    String name = "";

    @ArgGroup Language language = new Language();

    record Written(LocalPath file) {}

    @Override
    public ExitCode run(Session session) {
      Node node = session.node();
      if (!name.matches("[a-z0-9][a-z0-9_-]{0,33}")) {
        throw CliException.wrong(
            "a hook's name has up to 34 of a-z, 0-9, _ and -, and begins with a letter or digit");
      }
      if (HookScript.find(node, name).isPresent()) {
        throw CliException.refused("there is a hook " + name, "see it:  sbp hook list");
      }
      String ending = language.sh ? ".sh" : language.python ? ".py" : ".java";
      Path file = HookScript.folder(node).resolve(name + ending);
      node.writeText(
          file, Resources.text(HookCommand.class, "hook" + ending).replace("{{name}}", name));
      boolean _ = file.toFile().setExecutable(true, true);
      session.output().line("written: " + file);
      session.output().line("edit it, then:  sbp hook accept " + name);
      return session.output().done(new Written(new LocalPath(file)));
    }
  }

  /** A decision on a hook that only the owner makes. */
  @ForOwner
  abstract static class OfOwner extends SocietyCommand<HookView> {
    @Parameters(paramLabel = "NAME", description = NAME)
    String name = "";

    @Override
    protected HookView work(Transaction tx, Caller caller) {
      requireNoAgent(caller);
      return HookView.of(decided(tx, caller), HookScript.find(tx.node(), name), tx.nowMs());
    }

    abstract Hook decided(Transaction tx, Caller owner);

    @Override
    protected ExitCode show(Output output, HookView hook) {
      output.line(hook.name() + " is " + hook.state() + ", " + hook.when());
      List<String> tools = hook.tools().orElse(List.of());
      output.line("it may: " + (tools.isEmpty() ? "nothing" : String.join(", ", tools)));
      return output.done(hook);
    }
  }

  @Command(name = "accept", description = "let a script run as it is now, until it changes")
  @Example("sbp hook accept welcome")
  @Exit(code = ExitCode.NOT_FOUND, means = "no script of this name")
  @Exit(code = ExitCode.REFUSED, means = "its declaration is not right, or it does not compile")
  static final class Accept extends OfOwner implements Widening {
    @Mixin OwnerOptions asOwner = new OwnerOptions();

    private Optional<HookScript> accepted = Optional.empty();

    @Override
    public OwnerOptions asOwner() {
      return asOwner;
    }

    /**
     * Reads and compiles the script; exactly these bytes are accepted, even if the file changes
     * meanwhile.
     */
    @Override
    protected void prepare(Session session) throws InterruptedException {
      HookScript script = script(session.node());
      HookPrograms programs = HookWiring.programs(session, session.node());
      if (script.isJava()) {
        session
            .output()
            .note(
                programs.jbang().isPresent()
                    ? "compiling " + script.file().getFileName()
                    : "without JBang a hook in Java is compiled at each run, within its time");
      }
      Optional<String> problem = programs.compile(script);
      if (problem.isPresent()) {
        throw CliException.refused(
            problem.get(),
            "all that the compiler says:  %s build %s"
                .formatted(programs.jbang().orElseThrow(), script.file()));
      }
      accepted = Optional.of(script);
    }

    private HookScript script(Node node) {
      return switch (HookScript.find(node, name)
          .orElseThrow(
              () ->
                  CliException.notFound(
                      "no file " + name + ".* in runtime/hooks",
                      "make one:  sbp hook new " + name + " --sh"))) {
        case HookScript.Found.Good(HookScript script) -> script;
        case HookScript.Found.Bad(String problem) ->
            throw CliException.refused(problem, "how it is written:  docs/hooks.md");
      };
    }

    @Override
    Hook decided(Transaction tx, Caller owner) {
      accepted.orElseThrow().requireKnownEvents(tx);
      return Acceptance.accept(tx, owner, accepted.orElseThrow());
    }
  }

  @Command(name = "enable", description = "let a hook run again, from now on")
  @Example("sbp hook enable welcome")
  @Exit(code = ExitCode.NOT_FOUND, means = "no hook of this name was accepted")
  static final class Enable extends OfOwner {
    @Override
    Hook decided(Transaction tx, Caller owner) {
      return Acceptance.enable(tx, owner, name);
    }
  }

  @Command(name = "disable", description = "let a hook run no more")
  @Example("sbp hook disable welcome")
  @Exit(code = ExitCode.NOT_FOUND, means = "no hook of this name was accepted")
  static final class Disable extends OfOwner {
    @Override
    Hook decided(Transaction tx, Caller owner) {
      return Acceptance.disable(tx, owner, name);
    }
  }

  @Command(name = "remove", description = "forget a hook; its script and log stay")
  @Example("sbp hook remove welcome")
  @Exit(code = ExitCode.NOT_FOUND, means = "no hook of this name was accepted")
  @ForOwner
  static final class Remove extends SocietyCommand<Remove.Removed> {
    @Parameters(paramLabel = "NAME", description = NAME)
    String name = "";

    record Removed(String removed) {}

    @Override
    protected Removed work(Transaction tx, Caller caller) {
      requireNoAgent(caller);
      Acceptance.remove(tx, caller, name);
      return new Removed(name);
    }

    @Override
    protected ExitCode show(Output output, Removed removed) {
      output.line("removed; its file, if there is one, is new again:  sbp hook list");
      return output.done(removed);
    }
  }

  @Command(
      name = "retry",
      description = "run it again where it was skipped, has failed or was set aside",
      footer = "It runs with the next tick. What an earlier run did elsewhere it may do once more.")
  @Example("sbp hook retry welcome")
  @Exit(code = ExitCode.NOT_FOUND, means = "no hook of this name was accepted, or no such run")
  @Exit(code = ExitCode.NOTHING_TO_DO, means = "nothing is set aside")
  @ForOwner
  static final class Retry extends SocietyCommand<Retry.Retried> {
    @Parameters(
        index = "0",
        arity = "0..1",
        paramLabel = "NAME",
        description = NAME + "; or what was set aside, which is listed without it")
    Optional<String> name = Optional.empty();

    @Option(names = "--all", description = "all that was set aside")
    boolean all;

    @Parameters(
        index = "1",
        arity = "0..1",
        paramLabel = "EVENT",
        description = "as sbp hook log shows it (default: all that were skipped)")
    Optional<String> event = Optional.empty();

    /**
     * The result.
     *
     * @param hook empty where no hook was named
     * @param setAside what is set aside now
     */
    record Retried(String hook, int runs, List<SetAsideItem> setAside, List<String> takenBack) {}

    @Override
    protected Retried work(Transaction tx, Caller caller) {
      requireNoAgent(caller);
      HookAsides asides = new HookAsides(tx);
      List<String> chosen = all ? asides.ids() : name.map(asides::named).orElse(List.of());
      chosen.forEach(asides::takeBack);
      boolean isHook =
          !all && name.isPresent() && (chosen.isEmpty() || Hook.find(tx, name.get()).isPresent());
      int runs = isHook ? runs(tx, caller, name.get()) : 0;
      return new Retried(isHook ? name.get() : "", runs, asides.all(), chosen);
    }

    private int runs(Transaction tx, Caller caller, String hook) {
      int runs = Acceptance.retry(tx, caller, hook, event);
      if (event.isPresent() && runs == 0) {
        throw CliException.notFound(
            "no run of it for this event has come to nothing", "see them:  sbp hook log " + hook);
      }
      return runs;
    }

    @Override
    protected ExitCode show(Output output, Retried retried) {
      if (!retried.hook().isEmpty()) {
        output.line(
            retried.runs() == 0
                ? "nothing was skipped"
                : Wording.counted(retried.runs(), "run") + " with the next tick");
      }
      if (!retried.takenBack().isEmpty()) {
        output.line(Wording.counted(retried.takenBack().size(), "item") + " to be tried again");
      }
      boolean isAsides = all || name.isEmpty();
      if (isAsides) {
        SetAsideEdit.print(output, retried.setAside());
      }
      output.json(retried);
      return isAsides && retried.setAside().isEmpty() && retried.takenBack().isEmpty()
          ? ExitCode.NOTHING_TO_DO
          : ExitCode.DONE;
    }
  }

  @Command(name = "drop", description = "drop set-aside items")
  @Example("sbp hook drop --all")
  static final class Drop extends SetAsideEdit.Drop {
    @Override
    protected SetAsides.ItemList list() {
      return SetAsides.ItemList.HOOK;
    }

    @Override
    protected void change(Transaction tx, String item) {
      super.change(tx, item);
      new HookAsides(tx).end(item);
    }
  }

  @Command(name = "log", description = "what hooks did, and why not")
  @Example("sbp hook log welcome -n 50")
  @Tool(set = Toolset.HOOKS, shows = Tool.Text.OWN, reads = true)
  @Tool.Says("Lists the latest runs of hooks: when each was started, what came of it, why not.")
  @AgentAccess(data = DataAccess.FULL)
  static final class Log extends SocietyCommand<Log.Runs> {
    @Parameters(arity = "0..1", paramLabel = "NAME", description = NAME)
    Optional<String> name = Optional.empty();

    @Mixin PageOptions page = PageOptions.cut(20, "sbp event show EVENT");

    record Runs(List<HookView.RunView> runs, @Shape.Inline Page.End end) {}

    @Override
    protected Runs work(Transaction tx, Caller caller) {
      List<HookView.RunView> views = new ArrayList<>();
      for (HookRun run : HookRun.newest(tx, name, page.afterNumber(), page.toRead())) {
        views.add(HookView.RunView.of(tx, run));
      }
      Page<HookView.RunView> found =
          page.behind(views.iterator(), view -> Long.toString(view.run().number()));
      return new Runs(found.items(), found.end());
    }

    @Override
    protected ExitCode show(Output output, Runs runs) {
      Table table = Table.of("AGE", "HOOK", "STATE", "TOOK", "EVENT").whole("HOOK").wrapsLast();
      for (HookView.RunView view : runs.runs()) {
        HookRun run = view.run();
        table.row(
            Wording.age(Optional.of(new Timestamp(run.createdAt())), session().now()),
            run.hook(),
            view.state(),
            view.tookMs().map(ms -> ms + " ms").orElse(""),
            PeerText.plain(
                run.event()
                    + (run.calls() == 0 ? "" : "  " + view.asked())
                    + run.reason().map(why -> "  " + why).orElse("")));
      }
      return output.list(
          runs,
          runs.end(),
          table,
          "no hook has run; which one an event is for:  sbp hook test EVENT");
    }
  }
}
