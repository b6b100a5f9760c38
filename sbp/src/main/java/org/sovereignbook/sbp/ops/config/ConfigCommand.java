package org.sovereignbook.sbp.ops.config;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.access.DataAccess;
import org.sovereignbook.sbp.base.json.Cut;
import org.sovereignbook.sbp.base.json.JsonInteger;
import org.sovereignbook.sbp.base.json.JsonNull;
import org.sovereignbook.sbp.base.json.JsonString;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.frontend.command.AgentAccess;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.ForOwner;
import org.sovereignbook.sbp.frontend.command.NodeCommand;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.Style;
import org.sovereignbook.sbp.frontend.command.Synonyms;
import org.sovereignbook.sbp.frontend.command.Table;
import org.sovereignbook.sbp.model.judgment.AgentSettings;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.ConfigException;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Quoting;
import org.sovereignbook.sbp.node.Setting;
import org.sovereignbook.sbp.node.Settings;
import org.sovereignbook.sbp.node.Suggestion;
import org.sovereignbook.sbp.node.Wording;
import org.sovereignbook.sbp.peer.server.ServerSettings;
import org.sovereignbook.sbp.runtime.plugin.ExtensionKind;
import org.sovereignbook.sbp.store.StoreSettings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sbp config}: reads, changes and checks the settings of a node (IMPLEMENTATION §7). */
@Command(
    description = "list, get, set, edit, check settings",
    subcommands = {
      ConfigCommand.ListSettings.class,
      ConfigCommand.Get.class,
      ConfigCommand.Set.class,
      ConfigEdit.class,
      ConfigCommand.Check.class
    })
@Synonyms(value = {"settings", "configure"})
@Example({"sbp config set llm.daily_cost_limit 2.5", "sbp config check"})
@Prints(ConfigCommand.Listing.class)
@AgentAccess(data = DataAccess.FULL, dangerous = true)
public final class ConfigCommand extends NodeCommand {
  private static final int ROOM_FOR_MEANINGS = 140;
  private static final int MINUTES_PER_HOUR = 60;
  private static final int SHOWN_CHARACTERS = 40;

  /**
   * The keys for completion in shells: the program's own. Keys of plugins are known only within a
   * node.
   */
  static final class Keys implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return ProgramSettings.byPackage().stream()
          .<Setting<?>>flatMap(one -> one.all().stream())
          .filter(setting -> !ProgramSettings.isPattern(setting))
          .map(Setting::key)
          .iterator();
    }
  }

  /** One setting as programs see it. */
  private record Shown(
      String key,
      Optional<JsonValue> value,
      @Shape.Named("default") Optional<JsonValue> byDefault,
      boolean set,
      String range,
      String unit,
      String meaning) {}

  record Listing(String file, List<Shown> settings) {}

  /** The result of a check as programs see it. */
  private record CheckResult(String file, List<Found> problems) {
    private record Found(String key, int line, String problem, Optional<String> remedy) {}
  }

  /** The configuration file with the settings that it may have. */
  private record Opened(Node node, ConfigFile file, List<Settings> packages) {
    private static final Pattern OF_A_PLUGIN =
        Pattern.compile("((?:llm|store)\\.([a-z0-9-]+))\\..+");

    static Opened by(Session session) {
      return by(session, "");
    }

    /** Opens the file, with the settings of the plugin that a key names. */
    static Opened by(Session session, String key) {
      Node node = session.node();
      ConfigFile file = new ConfigFile(node);
      return new Opened(
          node,
          file,
          ProgramSettings.with(node, file.config(), session.extensions(Optional.of(node)), key));
    }

    Config config() {
      return file.config();
    }

    Setting<?> setting(String key, String verb) {
      return setting(key, verb, "");
    }

    /**
     * Returns a setting.
     *
     * @param rest the words behind the key, for the hint
     */
    Setting<?> setting(String key, String verb, String rest) {
      List<String> keys =
          packages.stream().flatMap(one -> one.all().stream()).map(Setting::key).toList();
      return ProgramSettings.find(packages, key)
          .orElseThrow(
              () ->
                  CliException.notFound(
                      "there is no setting " + PeerText.quote(key),
                      Stream.of(
                              Suggestion.nearest(key, keys).stream()
                                  .map(
                                      near ->
                                          "did you mean:  sbp config " + verb + " " + near + rest),
                              ofMissingPlugin(key, keys).stream(),
                              Stream.of("all of them:  sbp config list"))
                          .flatMap(hints -> hints)
                          .toArray(String[]::new)));
    }

    /**
     * Returns an error for a backend or a store without known settings: its plugin is missing or
     * refused.
     */
    private static Optional<String> ofMissingPlugin(String key, List<String> keys) {
      Matcher section = OF_A_PLUGIN.matcher(key);
      return section.matches()
              && keys.stream().noneMatch(known -> known.startsWith(section.group(1) + "."))
          ? Optional.of(
              "is there a plugin with %s, and is it in order?  sbp plugin list"
                  .formatted(section.group(2)))
          : Optional.empty();
    }
  }

  @Override
  public ExitCode run(Session session) {
    return list(session, "", false);
  }

  /**
   * Prints the settings.
   *
   * @param prefix the beginning of the keys to show
   * @param changed whether to show only those with another value than the default
   */
  private static ExitCode list(Session session, String prefix, boolean changed) {
    Opened opened = Opened.by(session);
    List<Setting<?>> chosen = new ArrayList<>();
    for (Settings one : opened.packages) {
      for (Setting<?> setting : one.all()) {
        boolean isShown =
            !ProgramSettings.isPattern(setting)
                && setting.key().startsWith(prefix)
                && (!changed || isChanged(opened.config(), setting));
        if (isShown) {
          chosen.add(setting);
        }
      }
    }
    if (chosen.isEmpty() && !prefix.isEmpty() && !changed) {
      opened.setting(prefix, "get");
    }
    boolean isNarrow = session.output().columns() < ROOM_FOR_MEANINGS;
    if (isNarrow && (changed || !prefix.isEmpty())) {
      chosen.forEach(setting -> block(session.output(), opened.config(), setting));
    } else {
      table(session.output(), opened.config(), chosen, isNarrow);
    }
    if (chosen.isEmpty()) {
      session.output().line("every setting has its default");
    } else if (isNarrow && prefix.isEmpty() && !changed) {
      session.output().line("meanings:  sbp config list PREFIX; what you changed:  --changed");
    }
    List<Shown> all = chosen.stream().map(setting -> seen(opened.config(), setting)).toList();
    return session.output().done(new Listing(opened.config().file().toString(), all));
  }

  private static void table(
      Output output, Config config, List<Setting<?>> settings, boolean isNarrow) {
    Table table = Table.of("key", "value", "", "range", "unit", "meaning").whole("key").wrapsLast();
    Table narrow = Table.of("key", "value", "").whole("key");
    for (Setting<?> setting : settings) {
      String value = shown(value(config, setting)) + span(config, setting);
      String styled = isChanged(config, setting) ? Style.NEW.on(value) : value;
      String how = isSet(config, setting) ? "set" : "default";
      narrow.row(setting.key(), styled, how);
      table.row(
          setting.key(), styled, how, setting.type().range(), setting.unit(), setting.meaning());
    }
    if (!settings.isEmpty()) {
      output.table(isNarrow ? narrow : table, "");
    }
  }

  /** Prints a setting with its range, unit and meaning on lines of their own. */
  private static void block(Output output, Config config, Setting<?> setting) {
    String value = shown(value(config, setting)) + span(config, setting);
    boolean isChanged = isChanged(config, setting);
    String was = shown(setting.defaultJson());
    output.line(
        setting.key()
            + " = "
            + (isChanged ? Style.NEW.on(value) : value)
            + (isChanged && !was.isEmpty() ? "  (default: " + was + ")" : ""));
    String facts =
        Stream.of(setting.type().range(), setting.unit())
            .filter(fact -> !fact.isEmpty())
            .collect(Collectors.joining(", "));
    output.prose("    ", (facts.isEmpty() ? "" : facts + ": ") + setting.meaning());
  }

  private static boolean isChanged(Config config, Setting<?> setting) {
    return isSet(config, setting) && !value(config, setting).equals(setting.defaultJson());
  }

  private static boolean isSet(Config config, Setting<?> setting) {
    try {
      return config.value(setting.key()).isPresent();
    } catch (ConfigException e) {
      return false;
    }
  }

  /** Returns the present value, even if it is not valid, which {@code check} reports. */
  private static Optional<JsonValue> value(Config config, Setting<?> setting) {
    return isSet(config, setting) ? config.value(setting.key()) : setting.defaultJson();
  }

  private static String shown(Optional<JsonValue> value) {
    String text = value.map(ConfigCommand::text).orElse("");
    return PeerText.escape(Cut.within(text, SHOWN_CHARACTERS));
  }

  /** Returns minutes in words; empty where that adds nothing. */
  private static String span(Config config, Setting<?> setting) {
    return setting.unit().equals("minutes")
            && value(config, setting).orElse(JsonNull.INSTANCE) instanceof JsonInteger(long minutes)
            && minutes > MINUTES_PER_HOUR
        ? " (" + Wording.span(Duration.ofMinutes(minutes)) + ")"
        : "";
  }

  private static String text(JsonValue value) {
    return value instanceof JsonString(String text) ? text : JsonWriter.compact(value);
  }

  private static Shown seen(Config config, Setting<?> setting) {
    return new Shown(
        setting.key(),
        value(config, setting),
        setting.defaultJson(),
        isSet(config, setting),
        setting.type().range(),
        setting.unit(),
        setting.meaning());
  }

  @Command(name = "list", description = "show all settings, or those whose keys begin so")
  @Example({"sbp config list --changed", "sbp config list llm"})
  @Prints(Listing.class)
  @Exit(code = ExitCode.NOT_FOUND, means = "no key begins so")
  @AgentAccess(data = DataAccess.FULL, dangerous = true)
  static final class ListSettings extends NodeCommand {
    @Parameters(
        arity = "0..1",
        paramLabel = "PREFIX",
        description = "the beginning of the keys: llm, server.port",
        completionCandidates = Keys.class)
    String prefix = "";

    @Option(names = "--changed", description = "only those that have not their default")
    boolean changed;

    @Override
    public ExitCode run(Session session) {
      return list(session, prefix, changed);
    }
  }

  @Command(name = "get", description = "print the value of one setting")
  @Prints(Shown.class)
  @Exit(code = ExitCode.NOT_FOUND, means = "there is no such setting")
  static final class Get extends NodeCommand {
    @Parameters(
        paramLabel = "KEY",
        description = "such as delivery_config.max_attempts",
        completionCandidates = Keys.class)
    String key = "";

    @Override
    public ExitCode run(Session session) {
      Opened opened = Opened.by(session, key);
      Setting<?> setting = opened.setting(key, "get");
      session.output().text(value(opened.config(), setting).map(ConfigCommand::text).orElse(""));
      return session.output().done(seen(opened.config(), setting));
    }
  }

  @Command(name = "set", description = "change one setting, and nothing else in the file")
  @Synonyms(
      whole = {
        "model: config set llm.backend NAME",
        "provider: config set llm.backend NAME",
        "backend: config set llm.backend NAME",
        "port: config set server.port PORT"
      })
  @Example("sbp config set server.port 8461")
  @Prints(Shown.class)
  @Exit(code = ExitCode.NOTHING_TO_DO, means = "it is so already")
  @Exit(
      code = ExitCode.REFUSED,
      means = "the value is not good together with another; nothing changed")
  @Exit(
      code = ExitCode.BUSY,
      means = "somebody else changed the file meanwhile; nothing was written")
  @Exit(code = ExitCode.NOT_FOUND, means = "there is no such setting")
  @ForOwner
  static final class Set extends NodeCommand {
    @Parameters(
        index = "0",
        paramLabel = "KEY",
        description = "such as llm.daily_cost_limit",
        completionCandidates = Keys.class)
    String key = "";

    @Parameters(
        index = "1",
        arity = "0..1",
        paramLabel = "VALUE",
        description = "a word, a number, true or false; a list as 15,60 or as JSON")
    Optional<String> value = Optional.empty();

    @Option(names = "--default", description = "back to the default, instead of a value")
    boolean toDefault;

    @Override
    public ExitCode run(Session session) {
      if (value.isPresent() == toDefault) {
        throw CliException.wrong(
            "config set: either a value or --default", "usage:  sbp config set KEY VALUE");
      }
      Optional<BackendPreset> preset = value.flatMap(text -> BackendPreset.of(session, key, text));
      if (preset.isPresent()) {
        return ofPreset(session, preset.get());
      }
      Opened opened = Opened.by(session, key);
      Setting<?> setting =
          opened.setting(
              key, "set", value.map(text -> " " + Quoting.shell(PeerText.plain(text))).orElse(""));
      Optional<JsonValue> wanted =
          toDefault ? setting.defaultJson() : Optional.of(understood(setting, value.orElse("")));
      Optional<JsonValue> before = opened.config().value(key);
      if (before.equals(wanted) || (toDefault && before.isEmpty())) {
        session.output().line(key + " is " + shown(value(opened.config(), setting)) + " already");
        session.output().json(seen(opened.config(), setting));
        return ExitCode.NOTHING_TO_DO;
      }
      Config changed = changed(opened, setting, wanted);
      opened.file.edit(
          key,
          (text, path) ->
              wanted.map(json -> text.with(path, json)).orElseGet(() -> text.without(path)));
      report(session.output(), setting, changed, before);
      warn(session, opened.node(), changed);
      return ExitCode.DONE;
    }

    /** Sets a backend by the name of one of its services. */
    private ExitCode ofPreset(Session session, BackendPreset preset) {
      Opened opened = Opened.by(session, key);
      Config before = opened.config();
      Config changed = preset.in(before);
      boolean isSo = preset.settings().stream().allMatch(one -> one.isIn(before));
      if (!isSo) {
        for (BackendPreset.Part part : preset.settings()) {
          ConfigFile file = new ConfigFile(opened.node());
          file.edit(part.key(), (text, path) -> text.with(path, part.value()));
        }
      }
      for (BackendPreset.Part part : preset.settings()) {
        session
            .output()
            .line(
                part.key()
                    + " is "
                    + shown(Optional.of(part.value()))
                    + (isSo ? " already" : " now"));
      }
      Config now = isSo ? before : changed;
      session.output().json(seen(now, opened.setting(key, "set")));
      preset.missing(now).ifPresent(session.output()::warning);
      return isSo ? ExitCode.NOTHING_TO_DO : ExitCode.DONE;
    }

    private static JsonValue understood(Setting<?> setting, String value) {
      return setting
          .parse(value)
          .orElseThrow(
              () ->
                  CliException.wrong(
                      "config set: %s: expected %s, not %s"
                          .formatted(
                              setting.key(), setting.type().expected(), PeerText.quote(value)),
                      "what it is:  sbp config get " + setting.key() + " --json"));
    }

    /** Returns the configuration after the change; refuses values that are not valid together. */
    private Config changed(Opened opened, Setting<?> setting, Optional<JsonValue> wanted) {
      if (setting.key().equals(StoreSettings.BACKEND.key())) {
        throw CliException.refused(
            "config set: another store would be an empty one",
            "take the node along:  sbp store migrate --to NAME");
      }
      Config config = opened.config();
      Config changed = wanted.map(json -> config.withJson(key, json)).orElse(config);
      for (Settings one : opened.packages) {
        List<ConfigException> problems = one.problems(changed);
        if (one.problems(config).isEmpty() && !problems.isEmpty()) {
          throw CliException.refused("config set: " + problems.getFirst().getMessage());
        }
      }
      return changed;
    }

    /** Warns of a value that is valid by itself, and of no use here. */
    private void warn(Session session, Node node, Config changed) {
      if (key.equals(ServerSettings.PORT.key())) {
        new EndpointCheck(node, changed).port().ifPresent(session.output()::warning);
      }
      if (key.equals(AgentSettings.BACKEND.key())) {
        String backend = changed.get(AgentSettings.BACKEND);
        List<String> names = session.extensions(Optional.of(node)).names(ExtensionKind.LLM);
        if (!names.contains(backend)) {
          session
              .output()
              .warning(
                  "no backend is called %s; there is %s%s"
                      .formatted(
                          PeerText.quote(backend),
                          String.join(", ", names),
                          Suggestion.nearest(backend, names)
                              .map(near -> "; did you mean:  sbp config set llm.backend " + near)
                              .orElse("; every plugin there is:  sbp plugin list")));
        }
      }
    }

    private static String named(String value) {
      return value.isEmpty() ? "empty" : value;
    }

    private static void report(
        Output output, Setting<?> setting, Config changed, Optional<JsonValue> before) {
      String was = before.map(value -> named(shown(Optional.of(value)))).orElse("not set");
      output.line(
          setting.key() + " is " + named(shown(value(changed, setting))) + " now, was " + was);
      if (setting.key().startsWith("server.")) {
        output.note("a running server uses this after a restart");
      }
      output.json(seen(changed, setting));
    }
  }

  @Command(name = "check", description = "name every value and key that cannot be")
  @Prints(CheckResult.class)
  @Exit(code = ExitCode.NOT_VALID, means = "a value is not valid, or a key is unknown")
  static final class Check extends NodeCommand {
    @Override
    public ExitCode run(Session session) {
      Opened opened = Opened.by(session);
      List<ConfigProblems.Problem> problems = ConfigProblems.of(opened.config(), opened.packages);
      List<CheckResult.Found> found = new ArrayList<>();
      for (ConfigProblems.Problem problem : problems) {
        int line = opened.file.line(problem.key());
        session.output().line("line " + line + ": " + problem.line());
        found.add(new CheckResult.Found(problem.key(), line, problem.text(), problem.remedy()));
      }
      if (problems.isEmpty()) {
        session.output().line("every key and value of " + opened.config().file() + " can be used");
      }
      session.output().json(new CheckResult(opened.config().file().toString(), found));
      return problems.isEmpty() ? ExitCode.DONE : ExitCode.NOT_VALID;
    }
  }
}
