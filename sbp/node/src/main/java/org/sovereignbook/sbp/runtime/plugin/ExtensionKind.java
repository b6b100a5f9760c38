package org.sovereignbook.sbp.runtime.plugin;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.authority.ledger.LedgerProvider;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.model.chat.ChatBackend;
import org.sovereignbook.sbp.model.judgment.AgentSettings;
import org.sovereignbook.sbp.model.judgment.Job;
import org.sovereignbook.sbp.model.llm.LlmBackend;
import org.sovereignbook.sbp.node.Feature;
import org.sovereignbook.sbp.node.FeatureSettings;
import org.sovereignbook.sbp.node.Features;
import org.sovereignbook.sbp.runtime.builtin.BuiltinBackend;
import org.sovereignbook.sbp.runtime.builtin.BuiltinChat;
import org.sovereignbook.sbp.runtime.builtin.BuiltinJobs;
import org.sovereignbook.sbp.store.StoreProvider;
import org.sovereignbook.sbp.store.StoreSettings;
import org.sovereignbook.sbp.store.file.FileStoreProvider;

/**
 * A kind of extension that is chosen by name, built in or from a plugin. A value: a further kind is
 * one more of these, and nothing else in this package depends on it.
 *
 * @param word its name in {@code Sbp-Provides}, in lower case
 * @param title for people, such as {@code LLM backend}
 * @param chosenBy where one is chosen by name: a key of the configuration, or a parameter
 * @param type the type that an extension of this kind implements
 * @param programs the built-in extensions by name, which no plugin may take; made on demand,
 *     because most runs need none
 */
public record ExtensionKind<T>(
    String word,
    String title,
    String chosenBy,
    Class<T> type,
    Naming<T> naming,
    Supplier<Map<String, Supplier<? extends T>>> programs) {
  public static final ExtensionKind<LlmBackend> LLM =
      new ExtensionKind<>(
          "llm",
          "LLM backend",
          AgentSettings.BACKEND.key(),
          LlmBackend.class,
          LlmBackend::name,
          () -> Map.of(AgentSettings.BUILTIN, BuiltinBackend::new));

  public static final ExtensionKind<ChatBackend> CHAT =
      new ExtensionKind<>(
          "chat",
          "chat backend",
          AgentSettings.BACKEND.key(),
          ChatBackend.class,
          ChatBackend::name,
          ExtensionKind::chats);

  public static final ExtensionKind<StoreProvider> STORE =
      new ExtensionKind<>(
          "store",
          "store",
          StoreSettings.BACKEND.key(),
          StoreProvider.class,
          StoreProvider::name,
          () -> Map.of(StoreSettings.FILES, FileStoreProvider::new));

  public static final ExtensionKind<LedgerProvider> LEDGER =
      new ExtensionKind<>(
          "ledger",
          "database for the society",
          StoreSettings.BACKEND.key(),
          LedgerProvider.class,
          LedgerProvider::name,
          () -> Map.of(SqliteLedgerProvider.NAME, SqliteLedgerProvider::new));

  public static final ExtensionKind<Job> AGENT =
      new ExtensionKind<>(
          "agent",
          "agent",
          "ROLE",
          Job.class,
          Job::name,
          () -> BuiltinJobs.ALL.stream().collect(Collectors.toMap(Job::name, job -> () -> job)));

  public static final ExtensionKind<Feature> FEATURE =
      new ExtensionKind<>(
          "feature",
          "feature",
          FeatureSettings.OFF.key(),
          Feature.class,
          Feature::name,
          () -> Map.of());

  private static final List<ExtensionKind<?>> OF_NODE =
      List.of(LLM, STORE, LEDGER, AGENT, CHAT, FEATURE);

  private static Map<String, Supplier<? extends ChatBackend>> chats() {
    Map<String, Supplier<? extends ChatBackend>> all = new HashMap<>();
    Features.bundled().of(ExtensionFeature.class).forEach(feature -> all.putAll(feature.chats()));
    all.put(AgentSettings.BUILTIN, BuiltinChat::new);
    return all;
  }

  /** Returns the kinds of a node with these features. */
  public static List<ExtensionKind<?>> all(Features features) {
    List<ExtensionKind<?>> all = new ArrayList<>(OF_NODE);
    features.of(ExtensionFeature.class).forEach(feature -> all.addAll(feature.kinds()));
    return List.copyOf(all);
  }

  /** Reads an extension's own name, by plugin code. */
  public interface Naming<T> {
    String of(T extension);
  }

  /** Returns the built-in extensions by name. */
  public Map<String, Supplier<? extends T>> own() {
    return programs.get();
  }

  /** Parses a provision such as {@code llm:NAME}. */
  Optional<Provision> parse(String provision) {
    String prefix = word + ":";
    return Optional.of(provision)
        .filter(text -> text.startsWith(prefix))
        .map(text -> text.substring(prefix.length()))
        .filter(Provision::isName)
        .map(name -> new Provision(this, name));
  }

  @Override
  public String toString() {
    return word;
  }
}
