/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "services/element/secret-fields.h"
#include "services/element/secret.h"

#include <atspi/atspi-constants.h>

/* clang-format off */
static const char *const secrets[] = {
  /* names */
  "Password", "PASSWORD:", "Your password", "Wi-Fi password", "Confirm new password *", "Pass word",
  "Passphrase", "Passcode", "PIN", "Enter PIN", "PIN-Code", "Pin code", "New PIN (4 digits)",
  "Client secret", "Access token", "API key", "API Key:", "CVV", "CVV2", "CVC / CVV", "OTP",
  "One-time code", "One-time password", "2FA code", "Security code", "Recovery phrase",
  "Private key",
  /* ids */
  "userPassword", "user_password", "user-password", "newpassword", "loginPasswd", "j_password1",
  "api-key", "api_key", "apiKey", "apikey", "APIKey", "x-api-key", "card_cvc", "cardCVC", "otp6",
  "authToken", "csrf_token", "pinEntry", "entryPIN", "PINEntry", "pin2", "user_pass", "pwd", "pass",
  "passWord",
  /* languages */
  "Passwort", "Benutzerpasswort", "PASSWORTEINGABE", "Paßwort", "Kennwort:", "Geheimzahl",
  "Mot de passe", "mot_de_passe", "MotDePasse", "MOT DE PASSE", "Contraseña", "contrasena",
  "CONTRASEÑA", "Contrasen\xcc\x83""a", "Clave", "Senha", "Senha atual", "Palavra-passe", "Parola",
  "Wachtwoord", "wachtwoordveld", "Lösenord", "Losenord", "Adgangskode", "Passord", "Lykilorð",
  "Salasana", "Uusi salasana", "Jelszó", "Jelszava", "Hasło", "haslo", "Podaj hasło", "Heslo",
  "Şifre", "ŞİFRE", "Lozinka", "Slaptažodis", "Пароль", "ПАРОЛЬ", "Введите пароль", "без пароля",
  "Парола", "ПИН-код", "Κωδικός πρόσβασης", "Mật khẩu", "Kata sandi", "密码", "请输入密码", "密碼",
  "パスワード", "新しいパスワードを入力", "ﾊﾟｽﾜｰﾄﾞ", "暗証番号", "비밀번호", "비밀번호를 입력하세요", "암호",
  "รหัสผ่าน", "पासवर्ड", "סיסמה", "كلمة المرور", "گذرواژه",
  /* tricks */
  "pass\xc2\xadword", "P\xe2\x80\x8b""assword", "Ｐａｓｓｗｏｒｄ", "\xffpassword", "  pin  ", "_pin_",
};

static const char *const harmless[] = {
  "", " ", "Name", "Search", "Pinterest", "Spinning", "pinned", "Pine", "Compass", "Compass heading",
  "tokenizer", "Tokens", "Tokenization", "Secretary", "secretion", "Opinion", "opin", "Shopping",
  "Boarding pass", "Passenger", "Passage", "Bypass", "Encompass", "Key", "Keyboard", "Keyword",
  "API", "Apikal", "Rapid key", "Code", "Postal code", "Promo code", "Zip code", "otpor", "laptop",
  "Optional", "cvcs", "Arcvv", "Desenhar", "Palabra clave", "Palabras clave", "Nombre", "Sandiego",
  "Passau", "passe", "Le passe-temps", "Mot", "Hash", "haslet", "Kennung", "Wort", "Lösung",
  "Пинг-понг", "Пинск", "密度", "码头", "スワード", "비밀", "암호화 방식", "\xff", "12 34", "2",
  "fa 2", "p-i-n", "one time", "🔑", "userName", "pinterestUrl", "spinButton", "compassWidget",
};

#define EDITABLE PEL_STATE_BIT (PEL_STATE_EDITABLE)

static const struct { guint native_role; PelStates states; const char *name; const char *id; gboolean expected; } role_cases[] = {
  { ATSPI_ROLE_PASSWORD_TEXT, 0,        NULL,            NULL,       TRUE  },
  { ATSPI_ROLE_PASSWORD_TEXT, 0,        "Name",          "name",     TRUE  },
  { ATSPI_ROLE_ENTRY,         0,        NULL,            NULL,       FALSE },
  { ATSPI_ROLE_ENTRY,         0,        "Code",          "otp",      TRUE  },
  { ATSPI_ROLE_ENTRY,         0,        NULL,            "card-cvc", TRUE  },
  { ATSPI_ROLE_TEXT,          0,        "PIN",           NULL,       TRUE  },
  { ATSPI_ROLE_SPIN_BUTTON,   0,        "PIN",           NULL,       TRUE  },
  { ATSPI_ROLE_COMBO_BOX,     0,        "Password",      NULL,       TRUE  },
  { ATSPI_ROLE_AUTOCOMPLETE,  0,        "Token",         NULL,       TRUE  },
  { ATSPI_ROLE_UNKNOWN,       0,        "Password",      NULL,       TRUE  },
  { G_MAXUINT,                0,        "Password",      NULL,       TRUE  },
  { ATSPI_ROLE_LABEL,         0,        "Password:",     "password", FALSE },
  { ATSPI_ROLE_PUSH_BUTTON,   0,        "Show password", NULL,       FALSE },
  { ATSPI_ROLE_CHECK_BOX,     0,        "Show password", NULL,       FALSE },
  { ATSPI_ROLE_LINK,          0,        "Forgot PIN?",   NULL,       FALSE },
  { ATSPI_ROLE_FRAME,         0,        "Passwords",     NULL,       FALSE },
  /* what can be edited is a field, whatever it is called */
  { ATSPI_ROLE_SECTION,       EDITABLE, "Password",      NULL,       TRUE  },
  { ATSPI_ROLE_PARAGRAPH,     EDITABLE, NULL,            "pin",      TRUE  },
  { ATSPI_ROLE_TERMINAL,      EDITABLE, "Passphrase",    NULL,       TRUE  },
  { ATSPI_ROLE_TABLE_CELL,    EDITABLE, "PIN",           NULL,       TRUE  },
  { ATSPI_ROLE_SECTION,       EDITABLE, "Message",       "body",     FALSE },
  { ATSPI_ROLE_TERMINAL,      EDITABLE, "Terminal",      NULL,       FALSE },
  { ATSPI_ROLE_SECTION,       0,        "Password",      NULL,       FALSE },
};
/* clang-format on */

static void
test_words_secret (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (secrets); i++)
    {
      g_autofree char *shown = g_strescape (secrets[i], NULL);

      g_test_message ("text: %s", shown);
      g_assert_true (pel_is_secret (ATSPI_ROLE_ENTRY, 0, secrets[i], NULL));
      g_assert_true (pel_is_secret (ATSPI_ROLE_ENTRY, 0, "x", secrets[i]));
    }
}

static void
test_words_harmless (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (harmless); i++)
    {
      g_autofree char *shown = g_strescape (harmless[i], NULL);

      g_test_message ("text: %s", shown);
      g_assert_false (pel_is_secret (ATSPI_ROLE_ENTRY, 0, harmless[i], harmless[i]));
    }
}

static void
test_roles_rows (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (role_cases); i++)
    {
      g_test_message ("row %" G_GSIZE_FORMAT, i);
      g_assert_cmpint (pel_is_secret (role_cases[i].native_role,
                                      role_cases[i].states,
                                      role_cases[i].name,
                                      role_cases[i].id),
                       ==,
                       role_cases[i].expected);
    }
}

/* Nothing that a program may call itself upsets it. */
static void
test_hostile_random (void)
{
  for (guint i = 0; i < 2000; i++)
    {
      char  text[40];
      guint length = g_test_rand_int_range (0, sizeof text);

      for (guint j = 0; j < length; j++)
        text[j] = g_test_rand_int_range (1, 256);
      text[length] = '\0';
      pel_is_secret (ATSPI_ROLE_ENTRY, 0, text, text);
    }
}

/* Any field can be one, as long as there is room. */
static void
test_fields (void)
{
  g_assert_false (pel_secret_fields_contain (":1.1", "/a"));
  pel_secret_fields_add (":1.1", "/a");
  pel_secret_fields_add (":1.1", "/a");
  pel_secret_fields_add (":1.2", "/b");
  g_assert_true (pel_secret_fields_contain (":1.1", "/a"));
  g_assert_true (pel_secret_fields_contain (":1.2", "/b"));
  g_assert_false (pel_secret_fields_contain (":1.2", "/a"));
  g_assert_false (pel_secret_fields_contain (":1.3", "/a"));
  for (guint i = 0; i < PEL_SECRET_FIELDS_MAX; i++)
    {
      g_autofree char *path = g_strdup_printf ("/%u", i);

      pel_secret_fields_add (":1.3", path);
    }
  g_assert_false (pel_secret_fields_contain (":1.1", "/a"));
  g_assert_true (pel_secret_fields_contain (":1.3", "/0"));
  pel_secret_fields_forget ();
  g_assert_false (pel_secret_fields_contain (":1.3", "/0"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/secret/words/secret", test_words_secret);
  g_test_add_func ("/secret/words/harmless", test_words_harmless);
  g_test_add_func ("/secret/roles/rows", test_roles_rows);
  g_test_add_func ("/secret/hostile/random", test_hostile_random);
  g_test_add_func ("/secret/fields", test_fields);
  return g_test_run ();
}
