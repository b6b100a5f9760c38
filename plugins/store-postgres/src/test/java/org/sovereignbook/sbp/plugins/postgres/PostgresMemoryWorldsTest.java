package org.sovereignbook.sbp.plugins.postgres;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.sql.Database;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.testkit.memory.MemoryWorldsContract;

/** Random worlds in PostgreSQL, in the schema of the store. */
@Tag("trial")
@ExtendWith(PostgresServer.class)
class PostgresMemoryWorldsTest extends MemoryWorldsContract {
  private final PostgresServer.Database server;
  @TempDir private Path plugins;

  PostgresMemoryWorldsTest(PostgresServer.Database server) {
    this.server = server;
  }

  @Override
  protected JsonObject config() {
    return JsonObject.builder().put("store", server.withTables()).build();
  }

  /** Packs the plugin, which is not built yet when tests run. */
  @Override
  protected Map<String, String> environment() {
    Path jar = plugins.resolve("store-postgres.jar");
    if (!Files.exists(jar)) {
      try {
        pack(jar);
      } catch (IOException | URISyntaxException e) {
        throw new IllegalStateException(e);
      }
    }
    return Map.of("SBP_BUNDLED_PLUGINS", plugins.toString());
  }

  private static void pack(Path jar) throws IOException, URISyntaxException {
    Path classes =
        Path.of(
            PostgresLedgerProvider.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest());
        Stream<Path> files =
            Files.list(
                classes.resolve(PostgresLedgerProvider.class.getPackageName().replace('.', '/')))) {
      for (Path file :
          Stream.concat(
                  files.filter(Files::isRegularFile),
                  Stream.of(classes.resolve("META-INF/extensions.idx")))
              .toList()) {
        out.putNextEntry(new JarEntry(classes.relativize(file).toString()));
        out.write(Files.readAllBytes(file));
      }
    }
  }

  private static Manifest manifest() {
    Manifest manifest = new Manifest();
    Attributes attributes = manifest.getMainAttributes();
    attributes.putValue("Manifest-Version", "1.0");
    attributes.putValue("Plugin-Id", "store-postgres");
    attributes.putValue("Plugin-Version", "1.0.0");
    attributes.putValue("Sbp-Provides", "store:postgres, ledger:postgres");
    return manifest;
  }

  @Override
  protected Database open(Node at) {
    return new PostgresLedgerProvider(Map.of()).open(at);
  }
}
