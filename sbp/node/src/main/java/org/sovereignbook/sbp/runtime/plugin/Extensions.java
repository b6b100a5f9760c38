package org.sovereignbook.sbp.runtime.plugin;

import java.lang.reflect.InvocationTargetException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.pf4j.PluginRuntimeException;
import org.sovereignbook.sbp.authority.ledger.LedgerFeature;
import org.sovereignbook.sbp.authority.ledger.LedgerProvider;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.authority.ledger.TableScript;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.model.chat.ChatBackend;
import org.sovereignbook.sbp.model.judgment.Job;
import org.sovereignbook.sbp.model.llm.LlmBackend;
import org.sovereignbook.sbp.node.Disk;
import org.sovereignbook.sbp.node.Feature;
import org.sovereignbook.sbp.node.Features;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Settings;
import org.sovereignbook.sbp.store.StoreProvider;
import org.sovereignbook.sbp.store.StoreSettings;

/**
 * The extensions that can be chosen by name: built-in ones, which need no plugin, and those of
 * plugins. Only the requested plugin is loaded, after its bytes were compared with the accepted
 * ones; nothing is read before the first request.
 */
public record Extensions(Supplier<PluginCatalog> plugins, LoadedPlugins loaded) {
  private static final int MAX_WRAPPERS = 8;

  /** Makes extensions of all kinds of this program; the plugin folders are located on demand. */
  public Extensions(Disk disk, Supplier<PluginFolders> folders, LoadedPlugins loaded) {
    this(() -> new PluginCatalog(disk, folders.get()), loaded);
  }

  public PluginCatalog catalog() {
    return plugins.get();
  }

  /** Returns the LLM backend of this name, as {@link #find}. */
  public LlmBackend backend(String name) {
    return find(ExtensionKind.LLM, name);
  }

  /** Returns the chat backend of this name, as {@link #find}. */
  public ChatBackend chat(String name) {
    return find(ExtensionKind.CHAT, name);
  }

  /** Returns the store of this name, as {@link #find}. */
  public StoreProvider store(String name) {
    return find(ExtensionKind.STORE, name);
  }

  /**
   * Returns the society's database for a node with this store: that of the store's plugin, or
   * SQLite.
   */
  public LedgerProvider ledger(String store) {
    boolean brought =
        !store.equals(StoreSettings.FILES)
            && !ExtensionKind.LEDGER.own().containsKey(store)
            && catalog().names(ExtensionKind.LEDGER).contains(store);
    return find(ExtensionKind.LEDGER, brought ? store : SqliteLedgerProvider.NAME);
  }

  /** Returns the agent's job of this name, as {@link #find}. */
  public Job job(String name) {
    return find(ExtensionKind.AGENT, name);
  }

  /**
   * Returns the extension of this name.
   *
   * @throws PluginException when there is none, or its plugin is refused or fails
   */
  public <T> T find(ExtensionKind<T> kind, String name) {
    return Optional.<Supplier<? extends T>>ofNullable(kind.own().get(name))
        .<T>map(Supplier::get)
        .orElseGet(() -> load(kind, name));
  }

  /**
   * Requires that the extension of this name exists, without loading it.
   *
   * @throws PluginException when there is none, or its plugin is refused
   */
  public void require(ExtensionKind<?> kind, String name) {
    if (!kind.own().containsKey(name)) {
      PluginFile _ = accepted(kind, name);
    }
  }

  /** Returns all names that can be chosen: the built-in ones, then those of plugins. */
  public List<String> names(ExtensionKind<?> kind) {
    List<String> names = new ArrayList<>(new TreeSet<>(kind.own().keySet()));
    names.addAll(catalog().names(kind));
    return names;
  }

  /**
   * Returns the program's features and those of plugins that the owner accepted for this node.
   *
   * @param problems receives a line on each plugin whose feature cannot be loaded
   */
  public Features features(Consumer<String> problems) {
    List<Feature> all = new ArrayList<>(Features.bundled().all());
    for (PluginFile plugin : catalog().features()) {
      for (Provision provision : plugin.provides()) {
        if (provision.kind().equals(ExtensionKind.FEATURE)) {
          try {
            all.add(checked(plugin, load(ExtensionKind.FEATURE, provision.name())));
          } catch (PluginException e) {
            problems.accept(String.valueOf(e.getMessage()));
          }
        }
      }
    }
    return new Features(all);
  }

  /**
   * Requires that a feature has its settings, its needs and its tables, which each look at the
   * configuration and at the society asks for, and that the owner can switch it off.
   */
  private static Feature checked(PluginFile plugin, Feature feature) {
    boolean isOptional;
    try {
      Settings _ = feature.settings();
      List<String> _ = feature.needs();
      List<TableScript> _ = feature instanceof LedgerFeature it ? it.tables() : List.of();
      isOptional = feature.isOptional();
    } catch (RuntimeException | LinkageError e) {
      throw failed(plugin, e);
    }
    if (!isOptional) {
      throw failed(plugin, "its feature " + feature.name() + " cannot be switched off");
    }
    return feature;
  }

  private <T> T load(ExtensionKind<T> kind, String name) {
    PluginFile plugin = accepted(kind, name);
    try {
      List<String> others = new ArrayList<>();
      for (Class<?> extension : loaded.extensionsOf(verified(plugin))) {
        if (kind.type().isAssignableFrom(extension)) {
          T made = kind.type().cast(extension.getConstructor().newInstance());
          String called = kind.naming().of(made);
          if (called.equals(name)) {
            return made;
          }
          others.add(called);
        }
      }
      throw failed(
          plugin,
          "it promises "
              + kind
              + ":"
              + name
              + ", but brings "
              + (others.isEmpty() ? "none" : others));
    } catch (PluginException e) {
      throw e;
    } catch (Throwable e) {
      throw failed(plugin, e);
    }
  }

  private PluginFile accepted(ExtensionKind<?> kind, String name) {
    PluginFile plugin =
        Optional.of(name)
            .filter(Provision::isName)
            .flatMap(each -> catalog().provider(new Provision(kind, each)))
            .orElseThrow(() -> unknown(kind, name));
    if (!plugin.isOk()) {
      throw new PluginException(
          kind.title()
              + " "
              + name
              + " is refused: plugin "
              + plugin.name()
              + " is "
              + plugin.state().word()
              + ", "
              + plugin.state().why(),
          plugin.remedies());
    }
    return plugin;
  }

  private PluginException unknown(ExtensionKind<?> kind, String name) {
    return new PluginException(
        "no "
            + kind.title()
            + " is called "
            + PeerText.quote(name)
            + "; "
            + kind.chosenBy()
            + " is one of: "
            + String.join(", ", names(kind)),
        List.of("every plugin there is:  sbp plugin list"));
  }

  /** Verifies the plugin's bytes, read once: the compared bytes are the loaded ones. */
  private Path verified(PluginFile plugin) {
    if (plugin.origin() == PluginFile.Origin.BUNDLED) {
      return plugin.file();
    }
    PluginCatalog catalog = catalog();
    byte[] bytes =
        catalog
            .disk()
            .read(plugin.file())
            .orElseThrow(() -> failed(plugin, "it has just been removed"));
    ContentHash hash = ContentHash.ofBytes(bytes);
    if (!plugin.hash().equals(Optional.of(hash))) {
      throw failed(plugin, "it has just been changed");
    }
    return new PluginCopies(catalog.disk(), catalog.folders()).of(bytes, hash);
  }

  private static PluginException failed(PluginFile plugin, String problem) {
    return new PluginException(
        "plugin " + plugin.name() + " is broken: " + problem, List.of(plugin.removal()));
  }

  private static PluginException failed(PluginFile plugin, Throwable thrown) {
    return new PluginException(
        "plugin " + plugin.name() + " is broken: " + PeerText.plain(blame(thrown)),
        List.of(plugin.removal()),
        thrown);
  }

  /** Returns the plugin's own exception without wrappers around it. */
  private static String blame(Throwable thrown) {
    Throwable root = thrown;
    for (int i = 0; i < MAX_WRAPPERS && isWrapper(root) && root.getCause() != null; i++) {
      root = root.getCause();
    }
    return root.toString();
  }

  private static boolean isWrapper(Throwable thrown) {
    return thrown instanceof InvocationTargetException
        || thrown instanceof ExceptionInInitializerError
        || thrown instanceof PluginRuntimeException
        || thrown instanceof IllegalStateException;
  }
}
