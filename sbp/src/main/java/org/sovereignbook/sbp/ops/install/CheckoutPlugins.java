package org.sovereignbook.sbp.ops.install;

import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.sovereignbook.sbp.node.OwnerOnly;
import org.sovereignbook.sbp.node.SecretVariables;
import org.sovereignbook.sbp.node.Subprocess;
import org.sovereignbook.sbp.runtime.plugin.UnbuiltPlugins;

/**
 * Builds the plugins of a checkout, whose launcher built only the program: those that need no
 * library of others in one run of the compiler, in seconds; one with libraries by Maven.
 *
 * @param sources the folder of their modules
 * @param version the program's
 * @param notes receives notes on slow work
 */
public record CheckoutPlugins(Path sources, String version, Consumer<String> notes) {
  private static final String MAIN = "src/main/java";
  private static final String RESOURCES = "src/main/resources";

  /** Maven's own libraries use what later JDKs warn of. */
  private static final String QUIET = "--sun-misc-unsafe-memory-access=allow";

  private Path bundled() {
    return sources.resolve("target/bundled");
  }

  /**
   * Builds all that need no library, unless another process just did. Plugins appear complete or
   * not at all.
   */
  public void build() throws IOException {
    try (FileChannel channel = lockFile();
        FileLock _ = lock(channel)) {
      if (!Files.exists(bundled().resolve(UnbuiltPlugins.LAST))) {
        notes.accept("sbp: first use: building the plugins of this checkout");
        make();
      }
    }
  }

  private FileChannel lockFile() throws IOException {
    Files.createDirectories(bundled());
    return FileChannel.open(
        bundled().resolveSibling("plugins.lock"),
        StandardOpenOption.CREATE,
        StandardOpenOption.WRITE);
  }

  private FileLock lock(FileChannel channel) throws IOException {
    FileLock free = channel.tryLock();
    if (free != null) {
      return free;
    }
    notes.accept("sbp: waiting for another command that builds plugins of this checkout");
    return channel.lock();
  }

  private void make() throws IOException {
    Path work = Files.createTempDirectory(bundled().getParent(), "plugins-");
    try {
      List<PluginSource> plugins = plugins();
      Path build = work.resolve("build.jar");
      pack(compiled(work, plugins), plugins, build);
      List<Path> jars = new ArrayList<>();
      for (PluginSource plugin : plugins) {
        MergedJar jar = new MergedJar();
        jar.add(build, plugin::nameInJar);
        Path made = work.resolve(plugin.id() + ".jar");
        jar.write(made, plugin.manifest(version));
        jars.add(made);
      }
      jars.sort(Comparator.comparing(made -> made.endsWith(UnbuiltPlugins.LAST)));
      for (Path made : jars) {
        Files.move(made, bundled().resolve(made.getFileName()), StandardCopyOption.ATOMIC_MOVE);
      }
    } finally {
      OwnerOnly.deleteTree(work);
    }
  }

  private List<PluginSource> plugins() throws IOException {
    String parent = Files.readString(sources.resolve("pom.xml"));
    List<PluginSource> plugins = new ArrayList<>();
    for (Path folder : children(sources)) {
      Path pom = folder.resolve("pom.xml");
      if (Files.exists(pom) && Files.exists(folder.resolve(RESOURCES))) {
        PluginSource plugin =
            new PluginSource(folder.getFileName().toString(), Files.readString(pom), parent);
        if (plugin.needsNoLibrary()) {
          plugins.add(plugin);
        }
      }
    }
    return plugins;
  }

  private static List<Path> children(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList();
    }
  }

  private static List<Path> files(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).sorted().toList();
    }
  }

  /** Compiles them against this program. Returns the folder of the classes. */
  private Path compiled(Path work, List<PluginSource> plugins) throws IOException {
    JavaCompiler compiler =
        Optional.ofNullable(ToolProvider.getSystemJavaCompiler())
            .orElseThrow(() -> new IOException("this Java is no JDK: it has no compiler"));
    List<Path> units = new ArrayList<>();
    for (String module :
        plugins.stream().flatMap(each -> each.modules().stream()).distinct().toList()) {
      units.addAll(files(sources.resolve(module).resolve(MAIN)));
    }
    Path classes = Files.createDirectory(work.resolve("classes"));
    List<String> options =
        List.of(
            "-proc:none",
            "-nowarn",
            "-g",
            "-XDstringConcat=inline",
            "-d",
            classes.toString(),
            "-cp",
            System.getProperty("java.class.path"));
    try (StandardJavaFileManager manager =
        compiler.getStandardFileManager(_ -> {}, Locale.ROOT, StandardCharsets.UTF_8)) {
      if (!compiler
          .getTask(null, manager, null, options, null, manager.getJavaFileObjectsFromPaths(units))
          .call()) {
        throw new IOException("the plugins do not compile; the compiler's messages are above");
      }
    }
    return classes;
  }

  /** Packs classes and resources as JBang does. */
  private void pack(Path classes, List<PluginSource> plugins, Path build) throws IOException {
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(build))) {
      for (Path file : files(classes)) {
        add(out, classes.relativize(file).toString(), file);
      }
      for (PluginSource plugin : plugins) {
        Path resources = sources.resolve(plugin.id()).resolve(RESOURCES);
        for (Path file : files(resources)) {
          add(out, "plugins/" + plugin.id() + "/" + resources.relativize(file), file);
        }
      }
    }
  }

  private static void add(JarOutputStream out, String name, Path file) throws IOException {
    out.putNextEntry(new ZipEntry(name.replace(File.separatorChar, '/')));
    Files.copy(file, out);
    out.closeEntry();
  }

  /** Has Maven build a plugin together with its libraries; its messages go to standard error. */
  public void build(String id) throws IOException, InterruptedException {
    build(id, "mvn");
  }

  void build(String id, String maven) throws IOException, InterruptedException {
    try (FileChannel channel = lockFile();
        FileLock _ = lock(channel)) {
      if (!Files.exists(bundled().resolve(id + ".jar"))) {
        notes.accept("sbp: first use: building the plugin " + id + " with Maven");
        Path work = Files.createTempDirectory(bundled().getParent(), "plugins-");
        try {
          byMaven(id, maven, work);
          String jar = id + ".jar";
          Files.move(work.resolve(jar), bundled().resolve(jar), StandardCopyOption.ATOMIC_MOVE);
        } finally {
          OwnerOnly.deleteTree(work);
        }
      }
    }
  }

  /**
   * Maven packs the features that the plugin builds on too, over jars that are open in this process
   * and in every node of this checkout: what it packs goes to a folder of its own.
   */
  private void byMaven(String id, String command, Path packed)
      throws IOException, InterruptedException {
    ProcessBuilder maven =
        new ProcessBuilder(
                List.of(
                    command,
                    "-q",
                    "-B",
                    "-Dstyle.color=never",
                    "-Dprogram.name=sbp.for-plugins",
                    "-Dplugins.bundled=" + packed.toAbsolutePath(),
                    "-pl",
                    "plugins/" + id,
                    "-am",
                    "package",
                    "-Dmaven.test.skip=true",
                    "-Dmaven.compiler.failOnWarning=false"))
            .directory(sources.resolveSibling(".").toFile())
            .inheritIO();
    ProcessBuilder _ = SecretVariables.removedFrom(maven);
    maven.environment().put("JAVA_HOME", System.getProperty("java.home"));
    String _ = maven.environment().merge("MAVEN_OPTS", QUIET, (old, quiet) -> quiet + " " + old);
    int code = Subprocess.started(maven).waitFor();
    if (code != 0) {
      throw new IOException("Maven could not build the plugin " + id + "; its messages are above");
    }
  }
}
