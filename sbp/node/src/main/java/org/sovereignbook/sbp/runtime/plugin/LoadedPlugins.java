package org.sovereignbook.sbp.runtime.plugin;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.pf4j.BasePluginRepository;
import org.pf4j.DefaultPluginManager;
import org.pf4j.ManifestPluginDescriptorFinder;
import org.pf4j.PluginDescriptor;
import org.pf4j.PluginDescriptorFinder;
import org.pf4j.PluginLoader;
import org.pf4j.PluginManager;
import org.pf4j.PluginRepository;
import org.pf4j.PluginState;
import org.pf4j.PluginStatusProvider;
import org.pf4j.RuntimeMode;

/**
 * The plugins loaded in this process. Each is loaded once and never unloaded: unloading would leak
 * class loaders, and fail on Windows. Thread-safe.
 */
public final class LoadedPlugins {
  private final Map<Path, List<Class<?>>> extensions = new HashMap<>();

  /** Returns whether no plugin was loaded. */
  public synchronized boolean isEmpty() {
    return extensions.isEmpty();
  }

  /** Returns the extension classes of a verified jar. Exceptions of its code are passed on. */
  synchronized List<Class<?>> extensionsOf(Path jar)
      throws ReflectiveOperationException, PluginManifest.NotAPluginException {
    if (isOfProgram(jar)) {
      return ofProgram(jar);
    }
    List<Class<?>> known = extensions.get(jar);
    if (known != null) {
      return known;
    }
    List<Class<?>> loaded = load(jar);
    extensions.put(jar, loaded);
    return loaded;
  }

  /** Returns whether the launcher has put the jar on the program's own class path. */
  private static boolean isOfProgram(Path jar) {
    String classPath = System.getProperty("java.class.path", "");
    return List.of(classPath.split(File.pathSeparator)).contains(jar.toString());
  }

  /** Returns classes from the program's own class path, usually from its AOT cache. */
  private static List<Class<?>> ofProgram(Path jar)
      throws ClassNotFoundException, PluginManifest.NotAPluginException {
    List<Class<?>> classes = new ArrayList<>();
    for (String name : PluginManifest.extensions(jar)) {
      classes.add(Class.forName(name));
    }
    return List.copyOf(classes);
  }

  private static List<Class<?>> load(Path jar) throws ReflectiveOperationException {
    OneJar manager = new OneJar(jar);
    String id = manager.loadPlugin(jar);
    if (manager.startPlugin(id) != PluginState.STARTED) {
      throw new IllegalStateException(
          "it does not start", manager.getPlugin(id).getFailedException());
    }
    List<Class<?>> classes = new ArrayList<>();
    for (String name : new TreeSet<>(manager.getExtensionClassNames(id))) {
      classes.add(manager.getPluginClassLoader(id).loadClass(name));
    }
    return List.copyOf(classes);
  }

  /**
   * A PF4J manager for one jar. It searches no folder, reads no setting from system properties or
   * files, and does not check versions, because all that is done before.
   */
  private static final class OneJar extends DefaultPluginManager {
    OneJar(Path jar) {
      super(List.of(jar.toAbsolutePath().getParent()));
    }

    @Override
    public RuntimeMode getRuntimeMode() {
      return RuntimeMode.DEPLOYMENT;
    }

    @Override
    protected PluginDescriptorFinder createPluginDescriptorFinder() {
      return new ManifestPluginDescriptorFinder();
    }

    @Override
    protected PluginRepository createPluginRepository() {
      return new BasePluginRepository(List.of(), _ -> false);
    }

    @Override
    protected PluginStatusProvider createPluginStatusProvider() {
      return new AlwaysEnabled();
    }

    @Override
    protected PluginLoader createPluginLoader() {
      return new JarLoader(this);
    }

    private record JarLoader(PluginManager manager) implements PluginLoader {
      @Override
      public boolean isApplicable(Path jar) {
        return true;
      }

      @Override
      public ClassLoader loadPlugin(Path jar, PluginDescriptor descriptor) {
        return new JarOnlyClassLoader(manager, descriptor, jar);
      }
    }

    private static final class AlwaysEnabled implements PluginStatusProvider {
      @Override
      public boolean isPluginDisabled(String pluginId) {
        return false;
      }

      @Override
      public void disablePlugin(String pluginId) {}

      @Override
      public void enablePlugin(String pluginId) {}
    }
  }
}
