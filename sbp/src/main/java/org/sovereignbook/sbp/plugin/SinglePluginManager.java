package org.sovereignbook.sbp.plugin;

import java.nio.file.Path;
import java.util.List;
import org.pf4j.BasePluginRepository;
import org.pf4j.DefaultPluginManager;
import org.pf4j.JarPluginLoader;
import org.pf4j.ManifestPluginDescriptorFinder;
import org.pf4j.PluginClassLoader;
import org.pf4j.PluginDescriptor;
import org.pf4j.PluginDescriptorFinder;
import org.pf4j.PluginLoader;
import org.pf4j.PluginManager;
import org.pf4j.PluginRepository;
import org.pf4j.PluginStatusProvider;
import org.pf4j.RuntimeMode;

/**
 * PF4J for exactly one jar. It looks into no folder of its own, takes no setting from system
 * properties or files, and has nothing to say about versions: all that is settled before.
 */
final class SinglePluginManager extends DefaultPluginManager {
  private static final String PROGRAM = "org.sovereignbook.sbp.";
  private static final String BUNDLED_PLUGINS = PROGRAM + "plugins.";

  SinglePluginManager(Path jar) {
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
    return new JarPluginLoader(this) {
      @Override
      protected PluginClassLoader createPluginClassLoader(Path jar, PluginDescriptor descriptor) {
        return new ProgramFirst(pluginManager, descriptor);
      }
    };
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

  /** Plugins bring their own libraries, but never their own copy of the program. */
  private static final class ProgramFirst extends PluginClassLoader {
    ProgramFirst(PluginManager manager, PluginDescriptor descriptor) {
      super(manager, descriptor, SinglePluginManager.class.getClassLoader());
    }

    @Override
    protected boolean shouldDelegateToParent(String className) {
      return super.shouldDelegateToParent(className)
          || (className.startsWith(PROGRAM) && !className.startsWith(BUNDLED_PLUGINS));
    }
  }
}
