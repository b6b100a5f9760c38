package org.sovereignbook.sbp.ops.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sovereignbook.sbp.base.json.JsonDecimal;
import org.sovereignbook.sbp.base.json.JsonInteger;
import org.sovereignbook.sbp.base.json.JsonNull;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonString;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.ConfigException;
import org.sovereignbook.sbp.node.Setting;
import org.sovereignbook.sbp.node.Settings;
import org.sovereignbook.sbp.peer.delivery.DeliverySettings;
import org.sovereignbook.sbp.peer.maintenance.MaintenanceSettings;
import org.sovereignbook.sbp.peer.network.NetworkSettings;
import org.sovereignbook.sbp.peer.reader.ReaderSettings;
import org.sovereignbook.sbp.peer.server.ServerSettings;

/** Every setting of the program, whatever it is. */
class ProgramSettingsTest {
  private static final Pattern WHOLE = Pattern.compile("(-?\\d+) to (\\d+)");
  private static final Pattern DECIMAL = Pattern.compile("(\\d+\\.\\d+) to (\\d+\\.\\d+)");

  static Stream<Setting<?>> settings() {
    return ProgramSettings.byPackage().stream()
        .<Setting<?>>flatMap(one -> one.all().stream())
        .filter(setting -> !ProgramSettings.isPattern(setting));
  }

  @Test
  void everyKeyIsDeclaredOnce() {
    assertThat(settings().map(Setting::key)).doesNotHaveDuplicates().hasSizeGreaterThan(80);
  }

  @Test
  void theKeysThatEveryStatusComparesTheFileWithAreTheSettings() throws IOException {
    Path file = Path.of("src/main/java/org/sovereignbook/sbp/ops/config/SettingKeys.java");
    String wanted = source(ProgramSettings.keys(ProgramSettings.own()));
    if (Boolean.getBoolean("sbp.write")) {
      Files.writeString(file, wanted);
    }
    assertThat(Files.readAllLines(file))
        .as(file + "; run this test with -Dsbp.write=true to write it")
        .containsExactlyElementsOf(wanted.lines().toList());
  }

  private static String source(List<String> keys) {
    return """
    package org.sovereignbook.sbp.ops.config;

    import java.util.List;

    /**
     * The keys of {@link ProgramSettings} without those of features, and without the settings. Written
     * by ProgramSettingsTest with -Dsbp.write=true; not to be edited.
     */
    final class SettingKeys {
      private static final String LINES =
          \"""
          %s
          \""";

      private SettingKeys() {}

      static List<String> all() {
        return List.of(LINES.split("\\n"));
      }
    }
    """
        .formatted(String.join("\n      ", keys));
  }

  @ParameterizedTest
  @MethodSource("settings")
  void itsDefaultReadsBackAndItSaysWhatItIs(Setting<?> setting) {
    JsonValue usual = setting.defaultJson().orElseThrow();

    assertThat(setting.type().read(usual).map(Object.class::cast))
        .isEqualTo(setting.byDefault().map(Object.class::cast));
    assertThat(setting.meaning()).isNotBlank().doesNotEndWith(".").doesNotContain("|", "\n");
    assertThat(setting.type().range()).isNotBlank();
    assertThat(ProgramSettings.find(ProgramSettings.byPackage(), setting.key())).contains(setting);
  }

  @ParameterizedTest
  @MethodSource("settings")
  void whatIsOfAnotherTypeIsRefusedByFileKeyAndExpectation(Setting<?> setting) {
    for (JsonValue wrong : List.of(JsonNull.INSTANCE, JsonObject.empty())) {
      Config config = Config.empty().withJson(setting.key(), wrong);

      assertThatThrownBy(() -> config.get(setting))
          .isInstanceOf(ConfigException.class)
          .hasMessage(
              "scheduler-config.json: "
                  + setting.key()
                  + ": expected "
                  + setting.type().expected());
    }
    assertThat(setting.type().read(new JsonString("\u0000")).isPresent())
        .isEqualTo(setting.defaultJson().orElseThrow() instanceof JsonString && takesAny(setting));
  }

  private static boolean takesAny(Setting<?> setting) {
    return setting.parse("\u0000 anything").isPresent();
  }

  @ParameterizedTest
  @MethodSource("settings")
  void aNumberMayBeTheLeastAndTheMostOfItsRangeAndNoFurther(Setting<?> setting) {
    Matcher whole = WHOLE.matcher(setting.type().range());
    Matcher decimal = DECIMAL.matcher(setting.type().range());
    if (whole.matches()) {
      long least = Long.parseLong(whole.group(1));
      long most = Long.parseLong(whole.group(2));
      assertThat(setting.type().read(new JsonInteger(least))).isPresent();
      assertThat(setting.type().read(new JsonInteger(most))).isPresent();
      assertThat(setting.type().read(new JsonInteger(least - 1))).isEmpty();
      assertThat(most == Long.MAX_VALUE || setting.type().read(new JsonInteger(most + 1)).isEmpty())
          .isTrue();
      assertThat(setting.type().read(new JsonDecimal(new BigDecimal("1.5")))).isEmpty();
    } else if (decimal.matches()) {
      for (int end = 1; end <= 2; end++) {
        BigDecimal limit = new BigDecimal(decimal.group(end));
        BigDecimal beyond = limit.add(new BigDecimal(end == 1 ? "-0.001" : "0.001"));
        assertThat(setting.type().read(new JsonDecimal(limit))).isPresent();
        assertThat(setting.type().read(new JsonDecimal(beyond))).isEmpty();
      }
    }
  }

  @Test
  void theFileWithEveryDefaultHasNoProblemAndReadsAsAnEmptyOne() {
    Config written = ProgramSettings.defaults();

    assertThat(ConfigProblems.of(written, ProgramSettings.byPackage())).isEmpty();
    assertThat(ConfigProblems.of(Config.empty(), ProgramSettings.byPackage())).isEmpty();
    settings()
        .forEach(
            setting ->
                assertThat(written.get(setting))
                    .as(setting.key())
                    .isEqualTo(Config.empty().get(setting)));
  }

  /** A declaration that no list has would be read, but nobody could find it. */
  @Test
  void noRoomForgetsADeclarationInItsList() throws IllegalAccessException {
    List<Class<?>> owners =
        List.of(
            DeliverySettings.class,
            MaintenanceSettings.class,
            NetworkSettings.class,
            ReaderSettings.class,
            ServerSettings.class);
    for (Class<?> owner : owners) {
      List<Setting<?>> declared = new ArrayList<>();
      List<Setting<?>> listed = new ArrayList<>();
      for (Field field : owner.getDeclaredFields()) {
        field.setAccessible(true);
        if (Modifier.isStatic(field.getModifiers())) {
          switch (field.get(null)) {
            case Setting<?> setting -> declared.add(setting);
            case Settings all -> listed.addAll(all.all());
            default -> {}
          }
        }
      }
      assertThat(listed).as(owner.getSimpleName()).containsAll(declared).doesNotHaveDuplicates();
    }
  }
}
