/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/element/secret.h"

#include "services/element/role.h"

#include <string.h>

/* Words in small letters, one space between them. They are found as whole words, also written
 * together (“api key” in “apikey”) or with digits (“cvv” in “cvv2”). */
/* clang-format off */
static const char *const whole_words[] = {
  "pin", "pin code", "pass word", "user pass", "login pass", "db pass", "pwd", "secret", "token",
  "api key", "cvv", "cvc", "csc", "otp", "totp", "hotp", "2 fa", "mfa", "puk", "credentials",
  "private key", "secret key", "access key", "master key", "encryption key", "license key",
  "product key", "recovery key", "recovery code", "recovery phrase", "backup code", "seed phrase",
  "security code", "security answer", "verification code", "authentication code",
  "authenticator code", "auth code", "one time code", "login code", "card verification",
  "geheimzahl", "sicherheitscode", "prüfziffer", "code secret", "code de sécurité", "jeton",
  "clave secreta", "clave de acceso", "código de seguridad", "senha", "senhas",
  "código de segurança", "codice segreto", "codice di sicurezza", "parola d ordine", "heslo",
  "hesla", "geslo", "haslo", "hasło", "hasła", "hasłem", "şifre", "şifreniz", "lozinka", "lozinku",
  "slaptažodis", "parool", "beveiligingscode", "kata sandi", "код подтверждения", "пин", "пин код",
  "токен", "лозинка", "암호", "암호를", "סיסמה", "סיסמא", "קוד סודי", "كلمة السر", "كلمة المرور",
  "رمز عبور", "گذرواژه",
};

/* Found anywhere in a text: they mean nothing else, and their language puts endings after them, or
 * no spaces between words; or programs write them together with others. */
static const char *const parts[] = {
  "password", "passwd", "passphrase", "passcode", "passkey", "passwort", "kennwort", "mot de passe",
  "mots de passe", "contraseña", "contrasenya", "pasahitza", "palavra passe", "wachtwoord",
  "lösenord", "adgangskode", "passord", "kodeord", "lykilorð", "salasana", "jelszó", "jelszav",
  "парол", "κωδικός πρόσβασης", "συνθηματικό", "mật khẩu", "密码", "密碼", "口令", "验证码", "驗證碼",
  "パスワード", "パスコード", "暗証番号", "認証コード", "비밀번호", "인증번호", "รหัสผ่าน", "पासवर्ड",
  "পাসওয়ার্ড", "கடவுச்சொல்",
};

/* Only as the whole of a text: with others beside them they mean something else (“palabra clave”,
 * “boarding pass”). */
static const char *const lone_words[] = { "pass", "pw", "clave", "parola", "parole", "رمز" };
/* clang-format on */

/* Those that hold what a person enters. What a toolkit has no role for may be anything. */
static const PelRole field_roles[] = {
  PEL_ROLE_EDIT,
  PEL_ROLE_COMBO_BOX,
  PEL_ROLE_SPINNER,
  PEL_ROLE_CUSTOM,
};

typedef enum
{
  CHAR_SEPARATOR,
  CHAR_IGNORED, /* accents, and what cannot be seen */
  CHAR_DIGIT,
  CHAR_LETTER,
  CHAR_CAPITAL,
} CharKind;

static CharKind
get_kind (gunichar c)
{
  GUnicodeType type = g_unichar_type (c);

  if (type == G_UNICODE_NON_SPACING_MARK || type == G_UNICODE_FORMAT)
    return CHAR_IGNORED;
  if (type == G_UNICODE_SPACING_MARK)
    return CHAR_LETTER;
  if (g_unichar_isdigit (c))
    return CHAR_DIGIT;
  if (g_unichar_isupper (c))
    return CHAR_CAPITAL;
  return g_unichar_isalpha (c) ? CHAR_LETTER : CHAR_SEPARATOR;
}

/* A word begins after a separator, between digits and letters, and as userPassword and APIKey do.
 */
static gboolean
is_word_start (CharKind before, CharKind kind, CharKind next)
{
  if (before == CHAR_SEPARATOR)
    return TRUE;
  if ((before == CHAR_DIGIT) != (kind == CHAR_DIGIT))
    return TRUE;
  return kind == CHAR_CAPITAL && (before == CHAR_LETTER || next == CHAR_LETTER);
}

static CharKind
get_next_kind (const char *p)
{
  CharKind kind = CHAR_IGNORED;

  while (*p != '\0' && kind == CHAR_IGNORED)
    {
      kind = get_kind (g_utf8_get_char (p));
      p = g_utf8_next_char (p);
    }
  return kind;
}

/* (transfer full): the words of a text in small letters without accents, a space between them. */
static char *
split_words (const char *text)
{
  g_autofree char    *valid = g_utf8_make_valid (text, -1);
  g_autofree char    *plain = g_utf8_normalize (valid, -1, G_NORMALIZE_ALL);
  g_autoptr (GString) words = g_string_new (NULL);
  CharKind            before = CHAR_SEPARATOR;

  for (const char *p = plain; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);
      CharKind kind = get_kind (c);

      if (kind == CHAR_IGNORED)
        continue;
      if (kind != CHAR_SEPARATOR)
        {
          if (words->len > 0 && is_word_start (before, kind, get_next_kind (g_utf8_next_char (p))))
            g_string_append_c (words, ' ');
          g_string_append_unichar (words, c);
        }
      before = kind;
    }
  return g_utf8_casefold (words->str, words->len);
}

/* The end of @word at the beginning of @text, or NULL; its spaces may be missing. */
static const char *
match_start (const char *text, const char *word)
{
  for (; *word != '\0'; word++)
    {
      if (*word == ' ' && *text != ' ')
        continue;
      if (*text != *word)
        return NULL;
      text++;
    }
  return text;
}

static gboolean
has_word (const char *text, const char *word)
{
  for (const char *p = text; p != NULL; p = strchr (p, ' '))
    {
      const char *end;

      p += *p == ' ';
      end = match_start (p, word);
      if (end != NULL && (*end == '\0' || *end == ' '))
        return TRUE;
    }
  return FALSE;
}

static gboolean
has_part (const char *text, const char *part)
{
  for (const char *p = text; *p != '\0'; p++)
    if (match_start (p, part) != NULL)
      return TRUE;
  return FALSE;
}

static GStrv
split_table (const char *const *table, gsize n_rows)
{
  GStrv words = g_new0 (char *, n_rows + 1);

  for (gsize i = 0; i < n_rows; i++)
    words[i] = split_words (table[i]);
  return words;
}

static gboolean
speaks_of_secret (const char *text)
{
  static GStrv     words, pieces, lone;
  static gsize     is_ready;
  g_autofree char *split = NULL;

  if (text == NULL || *text == '\0')
    return FALSE;
  if (g_once_init_enter (&is_ready))
    {
      words = split_table (whole_words, G_N_ELEMENTS (whole_words));
      pieces = split_table (parts, G_N_ELEMENTS (parts));
      lone = split_table (lone_words, G_N_ELEMENTS (lone_words));
      g_once_init_leave (&is_ready, 1);
    }
  split = split_words (text);
  for (gsize i = 0; words[i] != NULL; i++)
    if (has_word (split, words[i]))
      return TRUE;
  for (gsize i = 0; pieces[i] != NULL; i++)
    if (has_part (split, pieces[i]))
      return TRUE;
  return g_strv_contains ((const char *const *) lone, split);
}

static gboolean
is_field (PelRole role, PelStates states)
{
  if (pel_states_has (states, PEL_STATE_EDITABLE))
    return TRUE;
  for (gsize i = 0; i < G_N_ELEMENTS (field_roles); i++)
    if (role == field_roles[i])
      return TRUE;
  return FALSE;
}

/* GTK and Chromium; Firefox. Qt tells it as the description. */
const char *const pel_placeholder_attributes[] = { "placeholder-text", "placeholder", NULL };

gboolean
pel_may_be_secret (guint native_role, PelStates states)
{
  return is_field (pel_role_from_atspi (native_role), states);
}

gboolean
pel_is_secret (guint native_role, PelStates states, const char *name, const char *id)
{
  if (pel_native_role_is_password (native_role))
    return TRUE;
  return pel_may_be_secret (native_role, states) &&
         (speaks_of_secret (name) || speaks_of_secret (id));
}
