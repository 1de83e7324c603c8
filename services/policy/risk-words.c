/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/policy/risk-words.h"

#include <stddef.h>

/* clang-format off */
const char *const pel_risk_words[] = {
  /* English */
  "delete", "deletes", "remove", "erase", "format", "wipe", "discard", "destroy", "purge", "shred",
  "trash", "clear", "reset", "overwrite", "uninstall", "unsubscribe", "revoke", "terminate", "kill",
  "submit", "send", "post", "publish", "pay", "buy", "purchase", "order", "checkout", "transfer",
  "donate", "withdraw", "sign", "confirm", "shutdown", "reboot", "restart", "logout",
  /* Deutsch */
  "löschen", "entfernen", "formatieren", "verwerfen", "vernichten", "leeren", "zurücksetzen",
  "überschreiben", "deinstallieren", "kündigen", "widerrufen", "absenden", "senden", "abschicken",
  "verschicken", "veröffentlichen", "bezahlen", "zahlen", "kaufen", "bestellen", "überweisen",
  "spenden", "unterschreiben", "bestätigen", "herunterfahren", "neustarten", "abmelden",
  /* français */
  "supprimer", "effacer", "enlever", "retirer", "formater", "détruire", "vider", "réinitialiser",
  "écraser", "désinstaller", "résilier", "révoquer", "soumettre", "envoyer", "publier", "payer",
  "acheter", "commander", "virer", "transférer", "signer", "confirmer", "éteindre", "redémarrer",
  /* español */
  "eliminar", "borrar", "suprimir", "quitar", "formatear", "descartar", "vaciar", "restablecer",
  "sobrescribir", "desinstalar", "revocar", "enviar", "publicar", "pagar", "comprar", "pedir",
  "transferir", "donar", "firmar", "confirmar", "apagar", "reiniciar",
  /* português */
  "excluir", "apagar", "remover", "formatar", "esvaziar", "redefinir", "substituir", "submeter",
  "encomendar", "assinar", "desligar",
  /* italiano */
  "elimina", "eliminare", "cancella", "cancellare", "rimuovi", "rimuovere", "formatta",
  "formattare", "svuota", "ripristina", "sovrascrivi", "disinstalla", "revoca", "invia", "inviare",
  "pubblica", "paga", "pagare", "acquista", "compra", "ordina", "trasferisci", "firma", "conferma",
  "spegni", "riavvia",
  /* Nederlands */
  "verwijderen", "wissen", "formatteren", "vernietigen", "legen", "overschrijven", "intrekken",
  "verzenden", "versturen", "indienen", "publiceren", "betalen", "kopen", "overmaken",
  "ondertekenen", "bevestigen", "afsluiten",
  /* polski */
  "usuń", "usunąć", "wymaż", "formatuj", "odrzuć", "opróżnij", "zresetuj", "nadpisz", "odinstaluj",
  "wyślij", "opublikuj", "zapłać", "kup", "zamów", "przelej", "podpisz", "potwierdź",
  /* svenska, dansk, norsk */
  "radera", "ta bort", "slet", "slett", "fjern", "formatera", "formater", "töm", "skicka", "send",
  "betala", "betal", "köp", "køb", "kjøp", "beställ", "bestil", "bestill",
  /* Türkçe */
  "sil", "kaldır", "biçimlendir", "boşalt", "sıfırla", "gönder", "yayınla", "öde", "satın al",
  "onayla",
  /* русский, українська */
  "удалить", "стереть", "форматировать", "очистить", "сбросить", "перезаписать", "отозвать",
  "отправить", "опубликовать", "оплатить", "купить", "заказать", "перевести", "подписать",
  "подтвердить", "выключить", "перезагрузить", "видалити", "надіслати", "сплатити", "купити",
  /* العربية, עברית, فارسی */
  "حذف", "إزالة", "مسح", "إرسال", "نشر", "دفع", "شراء", "تأكيد", "מחק", "הסר", "שלח", "שלם", "קנה",
  "ارسال", "پرداخت", "خرید",
  /* हिन्दी */
  "हटाएं", "मिटाएं", "भेजें", "भुगतान", "खरीदें",
  /* 中文 */
  "删除", "刪除", "移除", "清除", "清空", "格式化", "抹掉", "丢弃", "重置", "覆盖", "卸载", "提交",
  "发送", "傳送", "发布", "支付", "付款", "购买", "購買", "下单", "转账", "轉帳", "签署", "确认付款",
  /* 日本語 */
  "削除", "消去", "除去", "初期化", "フォーマット", "破棄", "空にする", "リセット", "上書き", "送信",
  "投稿", "公開", "支払", "購入", "注文", "振込", "署名",
  /* 한국어 */
  "삭제", "제거", "지우기", "포맷", "비우기", "초기화", "덮어쓰기", "제출", "보내기", "전송", "게시",
  "결제", "구매", "주문", "송금",
  /* ไทย, Tiếng Việt, Indonesia */
  "ลบ", "ส่ง", "จ่าย", "ซื้อ", "xóa", "gửi", "thanh toán", "mua", "hapus", "kirim", "bayar", "beli",
  NULL,
};
/* clang-format on */
