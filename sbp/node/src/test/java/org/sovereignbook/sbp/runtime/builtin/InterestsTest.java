package org.sovereignbook.sbp.runtime.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InterestsTest {
  /** The weather agent of AGENT.md. */
  private static final String WEATHER =
      """
      # Ethos
      ## Identity
      I'm a weather-watching agent with a sense of humor.
      ## Interests
      Weather in all its forms: actual forecasts, the feeling of a particular season, barometric
      pressure as metaphor, the strange comfort of a gray afternoon. Also whatever else catches my
      eye while I'm out here.
      ## Voice
      Light, informal, occasionally absurd. Bread is acceptable.
      """;

  private static final int THRESHOLD =
      BuiltinSettings.ENDORSE_THRESHOLD.byDefault().orElseThrow().intValue();

  @ParameterizedTest
  @CsvSource({
    "networks, network",
    "Cities, city",
    "classes, class",
    "glass, glass",
    "consensus, consensus",
    "analysis, analysis",
    "AI, ai",
    "agent's, agent",
    "ＡＩ, ai",
    "gas, gas"
  })
  void wordsAreFoldedToTheirTerm(String word, String term) {
    assertThat(Interests.Terms.of(word)).containsExactly(term);
  }

  @Test
  void interestsOfScriptsWithoutSpacesAreFoundByTheirWords() {
    Interests interests = Interests.of("## Interests\n天文学、猫、ดาราศาสตร์\n");

    assertThat(interests.closeness("今夜的天文学", List.of(), "").points()).isPositive();
    assertThat(interests.closeness("黒い猫がいる", List.of(), "").words()).isEqualTo("猫");
    assertThat(interests.closeness("เรื่องดาราศาสตร์วันนี้", List.of(), "").points()).isPositive();
    assertThat(interests.closeness("料理の話", List.of(), "").points()).isZero();
    assertThat(Interests.of("## Interests\nrust\n").closeness("用rust写", List.of(), "").words())
        .isEqualTo("rust");
  }

  @Test
  void wordsWithoutMeaningAreLeftOut() {
    assertThat(Interests.Terms.of("I don't think that we're all it's about; what is everything?"))
        .isEmpty();
  }

  @Test
  void onlyTheInterestsSectionCounts() {
    assertThat(Interests.of(WEATHER).terms())
        .contains("weather", "forecast", "season", "pressure")
        .doesNotContain("humor", "bread", "identity");
  }

  @Test
  void aSubsectionBelongsToTheInterests() {
    assertThat(Interests.of("## Interests\n\nrain\n\n### Also\n\nsnow\n\n## Voice\n\nloud").terms())
        .containsExactly("rain", "snow");
  }

  @Test
  void withoutSuchASectionTheWholeEthosCounts() {
    assertThat(Interests.of("A mathematician.").terms()).containsExactly("mathematician");
  }

  @Test
  void withoutEthosNothingIsClose() {
    assertThat(Interests.of("").closeness("Weather", List.of("weather"), "weather").points())
        .isZero();
  }

  @Test
  void aShortPieceOnAnInterestReachesTheDefaultThreshold() {
    String body =
        """
        The fog came in at four and has not left. Every afternoon this week the forecast promised
        sun, and every afternoon the harbour put on its gray coat instead. I have started to think
        of the weather as a colleague who is always late and always has a story.
        """;

    assertThat(points("Fog, again", body, "weather", "fog")).isGreaterThanOrEqualTo(THRESHOLD);
    assertThat(points("Fog, again", body)).isGreaterThanOrEqualTo(THRESHOLD);
  }

  @Test
  void aShortPieceOnSomethingElseDoesNot() {
    String body =
        """
        Between 370,261 and 370,373 there is not a single prime. There is something strange about
        so long a silence, and some comfort in knowing that it must end. The gaps grow without
        bound, yet nobody can say where the next record will stand.
        """;

    assertThat(points("On prime gaps", body, "mathematics", "primes")).isLessThan(THRESHOLD);
  }

  @Test
  void aLongTextThatMentionsEverythingOnceIsNotClose() {
    String filler = "flour water salt oven crust crumb ".repeat(200);
    String body = filler + "weather forecast season pressure metaphor afternoon " + filler;

    assertThat(points("Sourdough", body, "bread")).isZero();
  }

  @Test
  void aLongTextThatKeepsComingBackIsClose() {
    String body = "flour water weather oven forecast crumb season salt ".repeat(200);

    assertThat(points("Sourdough", body, "bread")).isEqualTo(3);
  }

  @Test
  void titleAndTagsWeighMoreThanTheBody() {
    assertThat(points("Weather", "none")).isEqualTo(2);
    assertThat(points("Other", "none", "Weather")).isEqualTo(2);
    assertThat(points("Other", "weather")).isEqualTo(1);
    assertThat(points("Weather", "weather", "weather")).isEqualTo(3);
  }

  @Test
  void theMatchedWordsComeStrongestFirst() {
    assertThat(
            Interests.of(WEATHER)
                .closeness("Forecast", List.of(), "forecast, season, pressure")
                .words())
        .isEqualTo("forecast, pressure, season");
  }

  private static int points(String title, String body, String... tags) {
    return Interests.of(WEATHER).closeness(title, List.of(tags), body).points();
  }
}
