package org.sovereignbook.sbp.ops.config;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.sovereignbook.sbp.authority.access.AccessSettings;
import org.sovereignbook.sbp.authority.agents.AgentsSettings;
import org.sovereignbook.sbp.authority.ledger.SocietySettings;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.frontend.command.ToolsetSettings;
import org.sovereignbook.sbp.frontend.web.WebSettings;
import org.sovereignbook.sbp.model.chat.ChatBackend;
import org.sovereignbook.sbp.model.judgment.AgentSettings;
import org.sovereignbook.sbp.model.llm.LlmBackend;
import org.sovereignbook.sbp.model.llm.LlmPrices;
import org.sovereignbook.sbp.net.http.HttpConfig;
import org.sovereignbook.sbp.net.mcp.McpSettings;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.ConfigException;
import org.sovereignbook.sbp.node.FeatureSettings;
import org.sovereignbook.sbp.node.Features;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.Setting;
import org.sovereignbook.sbp.node.Settings;
import org.sovereignbook.sbp.peer.delivery.DeliverySettings;
import org.sovereignbook.sbp.peer.maintenance.MaintenanceSettings;
import org.sovereignbook.sbp.peer.network.NetworkSettings;
import org.sovereignbook.sbp.peer.reader.ReaderSettings;
import org.sovereignbook.sbp.peer.server.ServerSettings;
import org.sovereignbook.sbp.runtime.builtin.BuiltinJobs;
import org.sovereignbook.sbp.runtime.builtin.BuiltinSettings;
import org.sovereignbook.sbp.runtime.health.HealthSettings;
import org.sovereignbook.sbp.runtime.plugin.Extensions;
import org.sovereignbook.sbp.runtime.plugin.PluginException;
import org.sovereignbook.sbp.runtime.scheduler.SchedulerSettings;
import org.sovereignbook.sbp.society.board.BoardSettings;
import org.sovereignbook.sbp.society.mail.MailSettings;
import org.sovereignbook.sbp.society.memory.MemorySettings;
import org.sovereignbook.sbp.society.reputation.ReputationSettings;
import org.sovereignbook.sbp.society.sessions.SessionsSettings;
import org.sovereignbook.sbp.store.StoreSettings;

/** The settings of all packages, one line for each package, in the order of the file. */
public final class ProgramSettings {
  private static final List<Settings> BY_PACKAGE =
      List.of(
          SchedulerSettings.ALL,
          NetworkSettings.ALL,
          HttpConfig.SETTINGS,
          DeliverySettings.ALL,
          ServerSettings.ALL,
          ReaderSettings.ALL,
          AgentSettings.ALL,
          AgentsSettings.ALL,
          AccessSettings.ALL,
          BuiltinJobs.SETTINGS,
          BuiltinSettings.ALL,
          StoreSettings.ALL,
          SocietySettings.ALL,
          MailSettings.ALL,
          MemorySettings.ALL,
          MaintenanceSettings.ALL,
          HealthSettings.ALL,
          BoardSettings.ALL,
          ReputationSettings.ALL,
          SessionsSettings.ALL,
          McpSettings.ALL,
          ToolsetSettings.ALL,
          WebSettings.ALL,
          FeatureSettings.ALL);

  /** The one section of {@code llm} that is no backend's. */
  private static final String NO_PLUGIN = "modes";

  private ProgramSettings() {}

  /** Returns the settings of the program and its features. */
  public static List<Settings> byPackage() {
    return of(Features.bundled());
  }

  private static List<Settings> of(Features features) {
    List<Settings> all = new ArrayList<>(BY_PACKAGE);
    features.all().forEach(feature -> all.add(feature.settings()));
    return List.copyOf(all);
  }

  /**
   * Returns the settings of all packages, and of the plugins that the configuration chooses or has
   * sections for. Each such plugin is loaded; one that is missing or refused has no settings here.
   */
  public static List<Settings> with(Node node, Config config, Extensions extensions) {
    return with(node, config, extensions, "");
  }

  /**
   * Returns the settings as {@link #with(Node, Config, Extensions)}, and those of the plugin that a
   * key names, because a plugin is configured before it is chosen.
   */
  static List<Settings> with(Node node, Config config, Extensions extensions, String key) {
    List<Settings> all = new ArrayList<>(of(Features.of(node)));
    for (String name : sections(config, AgentSettings.BACKEND, key)) {
      ofPlugin(() -> ofBackend(extensions.backend(name)))
          .or(() -> ofPlugin(() -> ofChat(extensions.chat(name))))
          .ifPresent(all::add);
    }
    for (String name : sections(config, StoreSettings.BACKEND, key)) {
      ofPlugin(() -> extensions.store(name).settings().within("store." + name)).ifPresent(all::add);
    }
    return List.copyOf(all);
  }

  private static Settings ofBackend(LlmBackend backend) {
    List<Setting<?>> own = new ArrayList<>(backend.settings().all());
    if (backend.metered()) {
      own.addAll(List.of(LlmPrices.INPUT, LlmPrices.OUTPUT, LlmBackend.MAX_PROMPT_BYTES));
    }
    return new Settings(own, backend.settings().rule()).within(backend.settingsSection());
  }

  private static Settings ofChat(ChatBackend backend) {
    List<Setting<?>> own = new ArrayList<>(backend.settings().all());
    if (backend.metered()) {
      own.addAll(List.of(LlmPrices.INPUT, LlmPrices.OUTPUT));
    }
    return new Settings(own, backend.settings().rule()).within(backend.settingsSection());
  }

  /** Returns the names of plugins: the chosen one, those with a section, and a key's. */
  private static Set<String> sections(Config config, Setting<String> chosen, String key) {
    String section = chosen.key().substring(0, chosen.key().indexOf('.'));
    Set<String> names = new TreeSet<>();
    String[] words = key.split("\\.", 3);
    if (words.length == 3 && words[0].equals(section) && !words[1].equals(NO_PLUGIN)) {
      names.add(words[1]);
    }
    config
        .json()
        .object(section)
        .ifPresent(
            json ->
                json.members()
                    .forEach(
                        (name, value) -> {
                          if (value instanceof JsonObject && !name.equals(NO_PLUGIN)) {
                            names.add(name);
                          }
                        }));
    try {
      names.add(config.get(chosen));
    } catch (ConfigException e) {
      // The package that uses the plugin reports the error.
    }
    chosen.byDefault().ifPresent(names::remove);
    return names;
  }

  private static Optional<Settings> ofPlugin(Supplier<Settings> settings) {
    try {
      return Optional.of(settings.get());
    } catch (PluginException e) {
      return Optional.empty();
    }
  }

  /** Returns the setting of this key; it may be a pattern for any component. */
  public static Optional<Setting<?>> find(List<Settings> packages, String key) {
    List<Setting<?>> all =
        packages.stream().<Setting<?>>flatMap(one -> one.all().stream()).toList();
    return all.stream()
        .filter(setting -> setting.key().equals(key))
        .findFirst()
        .or(
            () ->
                all.stream()
                    .filter(setting -> isPattern(setting) && matches(setting.key(), key))
                    .findFirst()
                    .map(setting -> setting.at(key)));
  }

  /** Returns the keys that may be set, in the order of the file; {@code *} stands for any name. */
  static List<String> keys(List<Settings> packages) {
    return packages.stream().flatMap(one -> one.all().stream()).map(Setting::key).toList();
  }

  /** Returns the keys of the program without its features, from the settings. */
  public static List<String> ownKeys() {
    return keys(BY_PACKAGE);
  }

  /** Returns whether the setting's key is a pattern for any name. */
  public static boolean isPattern(Setting<?> setting) {
    return setting.key().contains("*");
  }

  private static boolean matches(String pattern, String key) {
    return key.matches(pattern.replace(".", "\\.").replace("*", "[^.*]+"));
  }

  /** Returns a configuration with all defaults; sections first, then the keys of the top level. */
  public static Config defaults() {
    return new Settings(
            byPackage().stream()
                .<Setting<?>>flatMap(one -> one.all().stream())
                .sorted(Comparator.comparing(setting -> !setting.key().contains(".")))
                .toList(),
            config -> {})
        .defaults();
  }
}
